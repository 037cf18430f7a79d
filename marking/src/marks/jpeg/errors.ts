/** The file is not a JPEG, or is broken. */
export class BrokenJpegError extends Error {
	override name = "BrokenJpegError";
}

/** The file is a valid JPEG of a kind that cannot carry marks: progressive, arithmetic, lossless, 12-bit, CMYK or with several scans. */
export class UnsupportedJpegError extends Error {
	override name = "UnsupportedJpegError";
}
