/** A file that is no JPEG, or a broken one. */
export class BrokenJpegError extends Error {
	override name = "BrokenJpegError";
}

/** A sound JPEG of a kind that cannot carry marks: progressive, arithmetic, lossless, 12-bit, CMYK or in several scans. */
export class UnsupportedJpegError extends Error {
	override name = "UnsupportedJpegError";
}
