/** A file that cannot be read as a table. The message is for people and goes on from the name of the file: `is an old Excel file …`. */
export class UnreadableTable extends Error {
	override readonly name = "UnreadableTable";
}
