import { createHash } from "node:crypto";
import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { walk } from "../platform/db/walk.ts";
import { isReadableJson } from "../platform/readable-json.ts";
import type { ProposalPictureTable, ProposalTable } from "./tables.ts";

export interface ProposalCheck {
	/** Proposals waiting for review. */
	readonly waiting: number;
	/** Pictures with stored files. */
	readonly pictures: number;
	readonly faults: readonly string[];
}

type Stores = { readonly db: Database; readonly blobs: BlobStore };

/** Checks that proposals can be read, waiting ones have their pictures, and pictures their files, with the original as it was uploaded. */
export async function checkProposals({ db, blobs }: Stores): Promise<ProposalCheck> {
	const proposals = await checkRows(db.scan);
	const rows = await db.scan
		.selectFrom("proposal_picture")
		.selectAll()
		.where("released_at", "is", null)
		.orderBy("picture_id")
		.execute();
	const faults = [...proposals.faults, ...(await lostPictures(db.scan))];
	for (const row of rows) faults.push(...(await faultsOf(blobs, row)));
	return { waiting: proposals.waiting, pictures: rows.length, faults };
}

const PAGE = 1000;

async function checkRows(scan: Database["scan"]): Promise<{ waiting: number; faults: string[] }> {
	const faults: string[] = [];
	let waiting = 0;
	for await (const page of walk(scan.selectFrom("proposal").selectAll(), "proposal_id", PAGE)) {
		waiting += page.filter(({ state }) => state === "waiting").length;
		faults.push(...page.flatMap((row) => rowFaults(row).map((problem) => `${row.proposal_id}: ${problem}`)));
	}
	return { waiting, faults };
}

function rowFaults({ fields, seen, state, decided_at }: ProposalTable): string[] {
	return [
		...(isReadableJson(fields) ? [] : ["what it proposes is unreadable"]),
		...(isReadableJson(seen) ? [] : ["what the catalogue had is unreadable"]),
		...((state === "waiting") === (decided_at === null)
			? []
			: ["it is both waiting and decided, or neither"]),
	];
}

/** Pictures of waiting proposals that can no longer be viewed, and pictures whose proposal does not exist. */
async function lostPictures(scan: Database["scan"]): Promise<string[]> {
	const rows = await scan
		.selectFrom("proposal_picture")
		.leftJoin("proposal", "proposal.proposal_id", "proposal_picture.proposal_id")
		.select(["proposal_picture.picture_id", "proposal_picture.proposal_id", "proposal.state"])
		.where("proposal_picture.proposal_id", "is not", null)
		.where((is) =>
			is.or([
				is("proposal.proposal_id", "is", null),
				is.and([is("proposal.state", "=", "waiting"), is("proposal_picture.released_at", "is not", null)]),
			]),
		)
		.orderBy("proposal_picture.picture_id")
		.execute();
	return rows.map(({ picture_id, proposal_id, state }) =>
		state === null
			? `${picture_id}: it belongs to ${proposal_id}, which does not exist`
			: `${proposal_id}: it is waiting, but its picture ${picture_id} was deleted`,
	);
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
