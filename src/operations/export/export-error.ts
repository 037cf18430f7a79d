/** Why nothing was exported; the message says what to do about it. */
export class ExportError extends Error {
	override readonly name = "ExportError";
}
