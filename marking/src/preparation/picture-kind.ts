/** The kind of a file according to its first bytes; its name is ignored. `other` describes what it is instead, for people. */
export type PictureKind = "jpeg" | "png" | "empty" | { other: string };

export function pictureKind(bytes: Uint8Array): PictureKind {
	if (bytes.length === 0) return "empty";
	const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
	if (head.startsWith("\xff\xd8\xff")) return "jpeg";
	if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
	const known = SIGNATURES.find(({ at, marks }) => marks.some((mark) => head.startsWith(mark, at)));
	return { other: known?.name ?? "no picture of a known kind" };
}

/** Formats that people mistake for, or rename to, JPEG or PNG: the characters at an offset of the file. The first match counts. */
const SIGNATURES: { name: string; at: number; marks: string[] }[] = [
	{ name: "a WebP picture", at: 8, marks: ["WEBP"] },
	{ name: "a GIF picture", at: 0, marks: ["GIF87a", "GIF89a"] },
	{ name: "an AVIF picture", at: 4, marks: ["ftypavif", "ftypavis"] },
	{ name: "a HEIC picture", at: 4, marks: ["ftyphei", "ftyphev", "ftypmif1", "ftypmsf1"] },
	{ name: "a camera's raw picture", at: 4, marks: ["ftypcrx"] },
	{ name: "a video", at: 4, marks: ["ftyp"] },
	{
		name: "a TIFF or a camera's raw picture",
		at: 0,
		marks: ["II*\0", "II+\0", "MM\0*", "MM\0+", "FUJIFILM"],
	},
	{ name: "a JPEG XL picture", at: 0, marks: ["\xff\x0a", "\0\0\0\x0cJXL "] },
	{ name: "a JPEG 2000 picture", at: 0, marks: ["\0\0\0\x0cjP  ", "\xff\x4f\xff\x51"] },
	{ name: "a Photoshop document", at: 0, marks: ["8BPS"] },
	{ name: "a BMP picture", at: 0, marks: ["BM"] },
	{ name: "an icon file", at: 0, marks: ["\0\0\x01\0"] },
	{ name: "a PDF document", at: 0, marks: ["%PDF-"] },
	{ name: "an archive", at: 0, marks: ["PK\x03\x04", "Rar!", "7z\xbc\xaf", "\x1f\x8b"] },
	{ name: "an SVG drawing, a web page or XML", at: 0, marks: ["<", "\xef\xbb\xbf<"] },
];
