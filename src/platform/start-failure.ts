/** The server cannot start because its port or its data folder is in use. The message says which. */
export class StartFailure extends Error {
	override readonly name = "StartFailure";
}
