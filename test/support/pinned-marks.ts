import { createHash } from "node:crypto";
import { onPostgres } from "./schemas.ts";
import type { TestClient, TestService } from "./service.ts";

/** 32 bytes that follow from a name, in place of random ones. */
export function pinnedSeed(name: string): Buffer {
	return createHash("sha256").update(name).digest();
}

/**
 * Gives clients and pictures names and seeds that follow from their order, so that copies, and what can be read from leaks of them, are the same in
 * every run; together with the `markSeed` of `startService`. Call it before anything is delivered: servers cache what they deliver.
 */
export async function pinMarks(
	packshot: TestService,
	clients: readonly TestClient[],
	barcodes: readonly string[],
): Promise<void> {
	for (const [place, { clientId }] of clients.entries()) {
		const hex = pinnedSeed(`client ${place}`).toString("hex");
		const bytes = onPostgres ? `'\\x${hex}'` : `x'${hex}'`;
		await packshot.alter(`update client set mark_seed = ${bytes} where client_id = '${clientId}'`);
	}
	const { db } = packshot.installation;
	const pictures = await db.read
		.selectFrom("image")
		.select(["image_id", "barcode", "variant"])
		.where("barcode", "in", barcodes)
		.execute();
	for (const { image_id: id, barcode, variant } of pictures) {
		const pinned = pinnedSeed(`${barcode} ${variant}`).toString("hex").slice(0, id.length);
		for (const table of ["image", "image_size"])
			await packshot.alter(`update ${table} set image_id = '${pinned}' where image_id = '${id}'`);
		await packshot.alter(`update search_pack set image_ids = replace(image_ids, '${id}', '${pinned}')`);
	}
}
