import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isLeftover } from "../sources/classify.ts";
import { isPicturePath } from "../sources/picture-name.ts";
import { MAX_PICTURE_BYTES } from "../sources/sources.ts";
import { UnreadableInput } from "../sources/unreadable.ts";

/** A picture in a folder of raw pictures. */
export interface RawPicture {
	/** Its path within the folder, with `/` between folders. */
	readonly name: string;
	readonly sizeBytes: number;
	readonly modifiedAtMs: number;
	/** @throws UnreadableInput when it is too large */
	read(): Promise<Uint8Array>;
}

/** More than the cards of a day; all of them are grouped in memory. */
const MOST_PICTURES = 20_000;

/** All pictures in a folder and below. Links are not followed. @throws UnreadableInput when there are too many */
export async function rawPicturesIn(folder: string): Promise<{ pictures: RawPicture[]; others: string[] }> {
	const pictures: RawPicture[] = [];
	const others: string[] = [];
	for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
		const path = join(entry.parentPath, entry.name);
		const name = relative(folder, path).replaceAll(sep, "/");
		if (entry.isDirectory() || isLeftover(name)) continue;
		if (!entry.isFile() || !isPicturePath(name)) {
			others.push(name);
			continue;
		}
		if (pictures.length >= MOST_PICTURES)
			throw new UnreadableInput(`${folder} has more than ${MOST_PICTURES} pictures: take fewer at a time`);
		const { size: sizeBytes, mtimeMs } = await stat(path);
		pictures.push({
			name,
			sizeBytes,
			modifiedAtMs: Math.trunc(mtimeMs),
			read: () => readPicture(path, sizeBytes),
		});
	}
	return { pictures, others: others.sort() };
}

function readPicture(path: string, sizeBytes: number): Promise<Uint8Array> {
	if (sizeBytes > MAX_PICTURE_BYTES) throw new UnreadableInput(`is over ${MAX_PICTURE_BYTES / 2 ** 20} MiB`);
	return readFile(path);
}
