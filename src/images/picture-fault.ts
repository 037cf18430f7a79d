import { plainFault } from "../platform/plain-fault.ts";

/** The decoder names neither files nor formats in words of its own users. */
export function pictureFault(fault: unknown): string {
	const text = plainFault(fault);
	return /unsupported image format|corrupt header/.test(text)
		? "not a picture, or one that is too damaged to read"
		: text;
}
