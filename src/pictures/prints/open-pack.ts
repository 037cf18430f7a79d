import { addPrint, PrintError, printCount } from "@packshot/marking/search";
import type { Tx } from "../../platform/db/tx.ts";
import type { SearchPackTable } from "./tables.ts";

/** Few, because importing a picture rewrites a whole pack, and a move holds a thousand rows in memory. */
const PICTURES_IN_A_PACK = 32;

/** Adds prints to the last pack, and to new ones once it is full. */
export interface OpenPack {
	/** @returns the number of the pack that has the print once `write` is done. @throws FingerprintError */
	add(imageId: string, fingerprint: Uint8Array): number;
	write(): Promise<void>;
}

interface Pack {
	readonly pack: number;
	readonly imageIds: readonly string[];
	readonly prints: Uint8Array | undefined;
}

/** Starts with the last pack, or after it when it is damaged. The caller holds the catalogue lock, so nobody else writes the pack. */
export async function openLastPack(tx: Tx): Promise<OpenPack> {
	const last = await tx
		.selectFrom("search_pack")
		.selectAll()
		.orderBy("pack", "desc")
		.limit(1)
		.executeTakeFirst();
	let open: Pack =
		last && isSound(last)
			? { pack: last.pack, imageIds: idsOf(last.image_ids), prints: last.prints }
			: { pack: (last?.pack ?? 0) + 1, imageIds: [], prints: undefined };
	const changed = new Map<number, Pack>();
	return {
		add(imageId, fingerprint) {
			if (open.imageIds.length >= PICTURES_IN_A_PACK)
				open = { pack: open.pack + 1, imageIds: [], prints: undefined };
			const prints = addPrint(open.prints, fingerprint);
			open = { pack: open.pack, imageIds: [...open.imageIds, imageId], prints };
			changed.set(open.pack, open);
			return open.pack;
		},
		async write() {
			for (const pack of changed.values()) await writePack(tx, pack);
		},
	};
}

/** Whether each picture of the pack has a print in it. */
export function isSound({ image_ids, prints }: Pick<SearchPackTable, "image_ids" | "prints">): boolean {
	try {
		return printCount(prints) === idsOf(image_ids).length;
	} catch (fault) {
		if (fault instanceof PrintError) return false;
		throw fault;
	}
}

/** The pictures of a pack, in the order of their prints. */
export function idsOf(imageIds: string): string[] {
	return imageIds.split(" ");
}

async function writePack(tx: Tx, { pack, imageIds, prints }: Pack): Promise<void> {
	if (!prints) return;
	const row = { image_ids: imageIds.join(" "), prints };
	await tx
		.insertInto("search_pack")
		.values({ pack, ...row })
		.onConflict((conflict) => conflict.column("pack").doUpdateSet(row))
		.execute();
}
