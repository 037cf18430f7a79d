import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readArchive } from "../sources/archive.ts";
import { isLeftover } from "../sources/classify.ts";
import { isPicturePath } from "../sources/picture-name.ts";
import { MAX_PICTURE_BYTES } from "../sources/sources.ts";
import { UnreadableInput } from "../sources/unreadable.ts";

/** A picture in the archive of a card. */
export interface ArchivedPicture {
	/** Its place among the pictures of the archive. */
	readonly id: number;
	readonly name: string;
	readonly modifiedAtMs: number | null;
	/** Until the next one is requested. @throws UnreadableInput */
	read(): Promise<Buffer>;
}

/** Of its path, the end is what the camera named: each name is kept with what is known of a card. */
const MOST_NAME = 200;

/** The pictures in an archive, in its order. @throws UnreadableInput if the archive cannot be read */
export async function* archivedPictures(path: string): AsyncGenerator<ArchivedPicture> {
	let id = 0;
	for await (const file of readArchive(path)) {
		if (file.path === "") throw new UnreadableInput("refused" in file ? `The file ${file.refused}` : "");
		if (isLeftover(file.path) || !isPicturePath(file.path)) continue;
		const read = () => {
			if ("refused" in file) throw new UnreadableInput(file.refused);
			return file.read(MAX_PICTURE_BYTES);
		};
		yield {
			id: id++,
			name: file.path.slice(-MOST_NAME),
			modifiedAtMs: "refused" in file ? null : file.modifiedAtMs,
			read: async () => read(),
		};
	}
}

/** What is made of each picture, and shown: small, large, and cut out. */
export const CARD_VIEWS = { thumbnail: "webp", preview: "webp", cutout: "png" } as const;
export type CardView = keyof typeof CARD_VIEWS;

/** The path of a view in the folder of a card. */
export function viewPath(folder: string, id: number, view: CardView): string {
	return join(folder, `${id}-${view}.${CARD_VIEWS[view]}`);
}

/** Stores the views of a picture. */
export async function writeViews(
	folder: string,
	id: number,
	views: Readonly<Partial<Record<CardView, Uint8Array>>>,
): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	for (const [view, bytes] of Object.entries(views) as [CardView, Uint8Array][])
		await writeFile(viewPath(folder, id, view), bytes, { mode: 0o600 });
}
