import { createHash } from "node:crypto";
import { BlobMissing, type BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ProposalPictureTable } from "./tables.ts";

export interface ProposalCheck {
	/** Proposals that wait for a review. */
	readonly waiting: number;
	/** Pictures whose files are stored. */
	readonly pictures: number;
	readonly faults: readonly string[];
}

/** Checks that every picture of a proposal has its files, and that the file as it came is the one that was uploaded. */
export async function checkProposals({
	db,
	blobs,
}: {
	readonly db: Database;
	readonly blobs: BlobStore;
}): Promise<ProposalCheck> {
	const { waiting } = await db.scan
		.selectFrom("proposal")
		.select((row) => row.fn.countAll<number>().as("waiting"))
		.where("state", "=", "waiting")
		.executeTakeFirstOrThrow();
	const rows = await db.scan
		.selectFrom("proposal_picture")
		.selectAll()
		.where("released_at", "is", null)
		.orderBy("picture_id")
		.execute();
	const faults: string[] = [];
	for (const row of rows) faults.push(...(await faultsOf(blobs, row)));
	return { waiting: Number(waiting), pictures: rows.length, faults };
}

async function faultsOf(blobs: BlobStore, row: ProposalPictureTable): Promise<string[]> {
	const faults: string[] = [];
	for (const blob of [row.original_blob, row.preview_blob, row.thumbnail_blob]) {
		if (blob === null) continue;
		try {
			const bytes = await blobs.get(blob);
			const isOriginal = blob === row.original_blob;
			if (isOriginal && createHash("sha256").update(bytes).digest("hex") !== row.original_sha256)
				faults.push(`${blob}: not the file that was uploaded`);
		} catch (fault) {
			if (!(fault instanceof BlobMissing)) throw fault;
			faults.push(`${blob}: missing`);
		}
	}
	return faults;
}
