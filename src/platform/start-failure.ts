/** A server that cannot start: its port or its data folder is taken. The message says which. */
export class StartFailure extends Error {
	override readonly name = "StartFailure";
}
