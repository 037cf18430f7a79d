import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createColumnReader } from "./column-reader.ts";
import { type FlipList, FlipListError } from "./flip-list.ts";
import { appendDifferences, appendNumber, emptyColumns, writtenBytes } from "./varint.ts";

/** The part of a flip list that only the attribution of leaks needs: where the cells are in the picture. */
export type CellAreas = Pick<
	FlipList,
	"format" | "width" | "height" | "x" | "y" | "cellWidth" | "cellHeight"
>;

const formats = ["jpeg", "png"] as const;

/** Limits the inflated size of a damaged list; 50 million pixels in cells of 8×8 need about a fifth of it. */
const maxBytes = 64 * 1024 * 1024;

/** Raw deflate over columns of differences, since neighbours in the list are neighbours in the picture. */
export function encodeAreas(areas: CellAreas): Uint8Array {
	const out = emptyColumns();
	for (const value of [formats.indexOf(areas.format), areas.width, areas.height, areas.x.length])
		appendNumber(out, value);
	for (const values of [areas.x, areas.y, areas.cellWidth, areas.cellHeight]) appendDifferences(out, values);
	return deflateRawSync(writtenBytes(out));
}

/** Reads the result of `encodeAreas`. @throws FlipListError for anything else. */
export function decodeAreas(stored: Uint8Array): CellAreas {
	const reader = createColumnReader(inflate(stored));
	const format = formats[reader.number()];
	if (format === undefined) throw new FlipListError("unknown format in flip list");
	const [width, height, cellCount] = [reader.number(), reader.number(), reader.number()];
	const areas = {
		format,
		width,
		height,
		x: reader.differences(cellCount),
		y: reader.differences(cellCount),
		cellWidth: reader.differences(cellCount),
		cellHeight: reader.differences(cellCount),
	};
	reader.end();
	return areas;
}

function inflate(stored: Uint8Array): Uint8Array {
	try {
		return inflateRawSync(stored, { maxOutputLength: maxBytes });
	} catch (cause) {
		throw new FlipListError("areas of cells do not inflate", { cause });
	}
}
