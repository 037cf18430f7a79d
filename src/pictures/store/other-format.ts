/** Formats that cameras and shops deliver besides JPEG and PNG, by the characters at an offset of the file. */
const FORMATS = [
	{ name: "WebP", ending: "webp", at: 8, marks: ["WEBP"] },
	{ name: "AVIF", ending: "avif", at: 4, marks: ["ftypavif"] },
	{ name: "TIFF", ending: "tif", at: 0, marks: ["II*\0", "MM\0*"] },
] as const;

const HEAD_BYTES = 16;

/** Which of these formats a file has; undefined for any other. Nothing is decoded. */
export function otherFormatOf(
	bytes: Uint8Array,
): { readonly name: string; readonly ending: string } | undefined {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
	return FORMATS.find(({ at, marks }) => marks.some((mark) => head.startsWith(mark, at)));
}
