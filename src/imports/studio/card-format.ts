import { readFile } from "node:fs/promises";
import { withoutPlaces } from "@packshot/studio/card";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { type FileFormat, ownFormat } from "../formats/file-format.ts";
import type { Source } from "../sources/sources.ts";
import { type Card, takenGroups } from "./card.ts";
import { archivedPictures, viewPath } from "./card-files.ts";

/** Reads the archive of a card as its groups say: the front and back of each group that is certain or was confirmed, and their cut-outs. @param folder of the card */
export function cardFormat(card: Card, folder: string): FileFormat {
	const sides = sidesOf(card);
	const seen = new Map(card.pictures.map((picture) => [picture.id, picture]));
	async function* find(paths: Iterable<string>): AsyncGenerator<Source> {
		for (const path of paths)
			for await (const { id, name, modifiedAtMs, read } of archivedPictures(path)) {
				const side = sides.get(id);
				if (!side) continue;
				const { barcode, variant } = side;
				const picture = { kind: "picture", barcode, source: `${path}/${name}`, modifiedAtMs } as const;
				const { frame, notCutOut } = seen.get(id) ?? {};
				const unplaced = async () => Buffer.from(await withoutPlaces(await read()));
				yield { ...picture, variant, ...(frame && { frame }), read: unplaced };
				if (notCutOut !== null) continue;
				const cutOut = { variant: `${variant}_clean`, source: `${picture.source} (cut out)` } as const;
				yield { ...picture, ...cutOut, read: () => readFile(viewPath(folder, id, "cutout")) };
			}
	}
	return { ...ownFormat(), find };
}

interface Side {
	readonly barcode: string;
	readonly variant: Extract<Variant, "front" | "back">;
}

function sidesOf(card: Card): Map<number, Side> {
	const sides = new Map<number, Side>();
	for (const { barcode, ...group } of takenGroups(card))
		for (const variant of ["front", "back"] as const) {
			const { [variant]: id } = group;
			if (id !== null && barcode !== null) sides.set(id, { barcode, variant });
		}
	return sides;
}
