import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import "./tables.ts";

const FILES_AT_ONCE = 50;

/** Deletes the records of files that have been removed. */
export const forgetRemoved = command<{ readonly keys: readonly string[] }, null>(
	"cases.forget_removed",
	async (tx, { keys }) => {
		await tx.deleteFrom("case_file_removal").where("stored_file", "in", keys).execute();
		return null;
	},
);

/** Removes files of deleted cases, and files that were never assigned to a case, once they are due. @returns whether there may be more. */
export async function removeCaseFiles(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<boolean> {
	const rows = await db.read
		.selectFrom("case_file_removal")
		.select("stored_file")
		.where("remove_at", "<=", nowMs)
		.orderBy("remove_at")
		.limit(FILES_AT_ONCE)
		.execute();
	if (rows.length === 0) return false;
	const keys = rows.map(({ stored_file }) => stored_file);
	for (const key of keys) await blobs.delete(key);
	await db.write(forgetRemoved, { keys });
	return rows.length === FILES_AT_ONCE;
}
