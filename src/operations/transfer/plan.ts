import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { contentOf } from "./check-target.ts";
import { requireOwnBlobs } from "./copy-blobs.ts";
import { countRows } from "./rows.ts";
import { movableTables } from "./shapes.ts";
import { installationOf, moveOf, readState } from "./state.ts";

/** What would be transferred. @throws MoveRefused when the target is unsuitable. */
export async function planMove(
	source: { readonly db: Database; readonly blobs: BlobStore },
	target: { readonly db: Database | undefined; readonly blobs: BlobStore | undefined },
): Promise<{ tables: { table: string; rows: number }[]; blobs?: number }> {
	const tables = await movableTables(source.db);
	const state = await readState(source.db);
	if (target.db) {
		const names = { installation: installationOf(state) ?? "", move: moveOf(state)?.move ?? "" };
		await contentOf(target.db, tables, names);
	}
	const counts: { table: string; rows: number }[] = [];
	if (target.db)
		for (const table of tables) counts.push({ table: table.name, rows: await countRows(source.db, table) });
	if (!target.blobs) return { tables: counts };
	await requireOwnBlobs({ source: source.blobs, target: target.blobs });
	let blobs = 0;
	for await (const _ of source.blobs.list("")) blobs++;
	return { tables: counts, blobs };
}
