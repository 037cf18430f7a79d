import exifr from "exifr";

const SHORT = 3;
const LONG = 4;
const TEXT = 2;

/** Exif data that says the orientation and, where it is known, the time of a picture (CIPA DC-008), as a TIFF structure. */
function exifOf(orientation: number, takenAt: string): Buffer {
	const isDated = /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(takenAt);
	const entry = (tag: number, kind: number, count: number, value: number) => {
		const field = Buffer.alloc(12);
		field.writeUInt16BE(tag, 0);
		field.writeUInt16BE(kind, 2);
		field.writeUInt32BE(count, 4);
		if (kind === SHORT) field.writeUInt16BE(value, 8);
		else field.writeUInt32BE(value, 8);
		return field;
	};
	const list = (entries: readonly Buffer[]) =>
		Buffer.concat([Buffer.from([0, entries.length]), ...entries, Buffer.alloc(4)]);
	const header = Buffer.from("4d4d002a00000008", "hex");
	const turned = entry(0x0112, SHORT, 1, orientation >= 1 && orientation <= 8 ? orientation : 1);
	// The second list follows the first, which has two entries, and the text follows the second.
	const secondAt = 8 + 2 + 2 * 12 + 4;
	const lists = isDated
		? [
				list([turned, entry(0x8769, LONG, 1, secondAt)]),
				list([entry(0x9003, TEXT, takenAt.length + 1, secondAt + 2 + 12 + 4)]),
				Buffer.from(`${takenAt}\0`, "latin1"),
			]
		: [list([turned])];
	return Buffer.concat([header, ...lists]);
}

const MARK = "Exif\0\0";

/** What is kept of Exif data, or of that of a JPEG file: the orientation and the time, so that a picture is shown and dated as before. */
export async function keptExif(from: Uint8Array): Promise<Buffer> {
	const whole = Buffer.from(from);
	const bytes =
		whole.subarray(0, MARK.length).toString("latin1") === MARK ? whole.subarray(MARK.length) : whole;
	const options = { pick: ["Orientation", "DateTimeOriginal"], translateValues: false, reviveValues: false };
	const tags = await exifr.parse(bytes, options).catch(() => undefined);
	return exifOf(Number(tags?.Orientation ?? 1), String(tags?.DateTimeOriginal ?? ""));
}
