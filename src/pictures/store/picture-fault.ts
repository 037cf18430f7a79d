import { plainFault } from "../../platform/plain-fault.ts";

/** The fault in words for users: those of the decoder name neither files nor formats. */
export function pictureFault(fault: unknown): string {
	const text = plainFault(fault);
	return /unsupported image format|corrupt header/.test(text)
		? "not a picture, or one that is too damaged to read"
		: text;
}
