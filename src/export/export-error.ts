/** Why nothing was exported; the message says what to do. */
export class ExportError extends Error {
	override readonly name = "ExportError";
}
