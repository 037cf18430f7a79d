import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow } from "../platform/db/rows.ts";
import { timeOfUlid } from "../platform/ids.ts";
import { expiringRows } from "../platform/retention.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { PICTURE_PREFIX, PIECE_PREFIX, PROPOSAL_PREFIX, pictureKeys } from "./tables.ts";

/** Pieces live for a day. Proposals are kept, as the record of who contributed what; their pictures are deleted in two steps, see below. */
export const proposalExpiry = [expiringRows("proposal_piece", "expires_at", "piece_id")];

/** A backup that has read a row copies the blobs that it names within this time. */
const GRACE_MS = 2 * DAY_MS;
const AT_ONCE = 200;

/** Releases expired pictures: no row names their blobs from now on. @returns whether there may be more. */
export const releasePictures = command<{ readonly nowMs: number }, boolean>(
	"portal.release_proposal_pictures",
	async (tx, { nowMs }) => {
		const { numUpdatedRows } = await tx
			.updateTable("proposal_picture")
			.set({ original_blob: null, preview_blob: null, thumbnail_blob: null, released_at: nowMs })
			.where("picture_id", "in", (over) =>
				over
					.selectFrom("proposal_picture")
					.select("picture_id")
					.where("expires_at", "<", nowMs)
					.where("released_at", "is", null)
					.limit(AT_ONCE),
			)
			.executeTakeFirst();
		return Number(numUpdatedRows) === AT_ONCE;
	},
);

/** Records that the blobs of pictures are deleted. Pictures of a proposal keep their rows, which show what was proposed. */
export const forgetPictures = command<{ readonly pictureIds: readonly string[] }, undefined>(
	"portal.forget_proposal_pictures",
	async (tx, { pictureIds }) => {
		const over = [...pictureIds];
		await tx
			.deleteFrom("proposal_picture")
			.where("picture_id", "in", over)
			.where("proposal_id", "is", null)
			.execute();
		await tx
			.updateTable("proposal_picture")
			.set({ expires_at: null })
			.where("picture_id", "in", over)
			.execute();
	},
);

/** Deletes expired pictures and pieces, and what a crash left behind. @returns whether there may be more. */
export async function sweepProposals(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<boolean> {
	const mayBeMore = await db.write(releasePictures, { nowMs });
	const rows = await db.read
		.selectFrom("proposal_picture")
		.select("picture_id")
		.where("released_at", "<", nowMs - GRACE_MS)
		.where("expires_at", "is not", null)
		.limit(AT_ONCE)
		.execute();
	const pictureIds = rows.map(({ picture_id }) => picture_id);
	for (const id of pictureIds) {
		for (const key of Object.values(pictureKeys(id))) await blobs.delete(key);
	}
	if (pictureIds.length > 0) await db.write(forgetPictures, { pictureIds });
	if (mayBeMore || pictureIds.length === AT_ONCE) return true;
	await deleteStrays({ db, blobs }, nowMs);
	return false;
}

/** Deletes pieces that are too old to be used, and picture files that have no row. */
async function deleteStrays(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<void> {
	for await (const key of blobs.list(PROPOSAL_PREFIX)) {
		const prefix = key.startsWith(PIECE_PREFIX) ? PIECE_PREFIX : PICTURE_PREFIX;
		const [id = ""] = key.slice(prefix.length).split("/");
		const madeAt = timeOfUlid(id.toUpperCase());
		if (madeAt === undefined || madeAt + GRACE_MS > nowMs) continue;
		if (prefix === PIECE_PREFIX || !(await hasRow(db, id))) await blobs.delete(key);
	}
}

async function hasRow({ read }: Database, pictureId: string): Promise<boolean> {
	const row = await findRow(read, "proposal_picture", { picture_id: pictureId }, ["picture_id"]);
	return row !== undefined;
}
