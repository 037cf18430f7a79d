/** Tags of TIFF 6.0 and its supplements that say how a picture is shown, its orientation (274) and date (306) among them; 34675 is the ICC profile. */
const SHOWING: ReadonlySet<number> = new Set([
	254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284,
	290, 291, 292, 293, 296, 301, 306, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336, 338, 339,
	340, 341, 342, 347, 529, 530, 531, 532, 34675,
]);
/** Places and lengths of the pixels, in strips or tiles. */
const PIXELS = [
	[273, 279],
	[324, 325],
] as const;
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY_BYTES = 12;

/**
 * A copy of a TIFF file of one picture in which everything is zero but what shows it: no other list of tags, such as Exif data, no text and nothing behind it
 * is left. @returns undefined for a file of another kind, and for a damaged one
 */
export function tiffWithoutPlaces(bytes: Uint8Array): Buffer | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const start = file.toString("latin1", 0, 4);
	if (start !== "II*\0" && start !== "MM\0*") return undefined;
	const isLittle = start === "II*\0";
	const numberAt = (at: number, size: number) =>
		isLittle ? file.readUIntLE(at, size) : file.readUIntBE(at, size);
	const copy = Buffer.alloc(file.length);
	const keep = (at: number, size: number) => {
		if (at + size > file.length) throw new RangeError("a part is behind the end of the file");
		file.copy(copy, at, at, at + size);
	};
	try {
		keep(0, 8);
		const list = numberAt(4, 4);
		const entries = Array.from(
			{ length: numberAt(list, 2) },
			(_, place) => list + 2 + place * ENTRY_BYTES,
		).filter((at) => SHOWING.has(numberAt(at, 2)));
		/** Where the values of a tag stand, and how large each is. */
		const valuesOf = (at: number) => {
			const [each, count] = [BYTES_OF_TYPE[numberAt(at + 2, 2)] ?? 0, numberAt(at + 4, 4)];
			return { each, count, from: each * count > 4 ? numberAt(at + 8, 4) : at + 8 };
		};
		const numbersOf = (tag: number) => {
			const entry = entries.find((at) => numberAt(at, 2) === tag);
			if (entry === undefined) return [];
			const { each, count, from } = valuesOf(entry);
			if (from + each * count > file.length) throw new RangeError("values are behind the end of the file");
			return Array.from({ length: count }, (_, place) => numberAt(from + place * each, each));
		};
		for (const [places, lengths] of PIXELS) {
			const sizes = numbersOf(lengths);
			for (const [place, at] of numbersOf(places).entries()) keep(at, sizes[place] ?? 0);
		}
		for (const at of entries) {
			const { each, count, from } = valuesOf(at);
			if (from !== at + 8) keep(from, each * count);
		}
		// Last: entries move up, and over whatever was kept in their place.
		const rest = list + 2 + numberAt(list, 2) * ENTRY_BYTES + 4;
		copy.fill(0, list, rest);
		if (isLittle) copy.writeUInt16LE(entries.length, list);
		else copy.writeUInt16BE(entries.length, list);
		for (const [place, at] of entries.entries())
			file.copy(copy, list + 2 + place * ENTRY_BYTES, at, at + ENTRY_BYTES);
	} catch (fault) {
		if (fault instanceof RangeError) return undefined;
		throw fault;
	}
	return copy;
}
