import exifr from "exifr";

/** Segments of a JPEG file that say who took it with what and where: Exif and XMP, and what Photoshop adds. */
const TELLING: ReadonlySet<number> = new Set([0xe1, 0xed]);
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;

/**
 * A copy of a JPEG file without places, serial numbers and names: of its Exif data only the orientation and the time are kept, so that it is shown and
 * dated as before. No pixel changes. The same file always gives the same copy, whose copy it is itself. Files of other kinds, and damaged ones, are given back.
 */
export async function withoutPlaces(bytes: Uint8Array): Promise<Uint8Array> {
	const segments = segmentsOf(bytes);
	if (!segments?.some(({ isTelling }) => isTelling)) return bytes;
	const pick = ["Orientation", "DateTimeOriginal"];
	const options = { pick, translateValues: false, reviveValues: false };
	const tags = await exifr.parse(Buffer.from(bytes), options).catch(() => undefined);
	const orientation = Number(tags?.Orientation ?? 1);
	const takenAt = String(tags?.DateTimeOriginal ?? "");
	const kept = segments.filter(({ isTelling }) => !isTelling).map(({ from, to }) => bytes.subarray(from, to));
	return Buffer.concat([bytes.subarray(0, 2), exifSegment(orientation, takenAt), ...kept]);
}

interface Segment {
	readonly from: number;
	readonly to: number;
	readonly isTelling: boolean;
}

/** The segments after the file's first two bytes, the last of them with all of the picture; undefined if it is no whole JPEG file. */
function segmentsOf(bytes: Uint8Array): Segment[] | undefined {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
	const segments: Segment[] = [];
	for (let at = 2; ; ) {
		const [mark, kind = 0, high = 0, low = 0] = bytes.subarray(at, at + 4);
		if (mark !== 0xff) return undefined;
		const to = kind === START_OF_SCAN ? bytes.length : at + 2 + (high << 8) + low;
		segments.push({ from: at, to, isTelling: TELLING.has(kind) || kind === COMMENT });
		if (kind === START_OF_SCAN) return segments;
		at = to;
	}
}

const SHORT = 3;
const LONG = 4;
const TEXT = 2;

/** Exif data that says the orientation and, where it is known, the time of a picture (CIPA DC-008). */
function exifSegment(orientation: number, takenAt: string): Uint8Array {
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
	const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), header, ...lists]);
	const size = content.length + 2;
	return Buffer.concat([Buffer.from([0xff, 0xe1, size >> 8, size & 255]), content]);
}
