import type { Paging } from "../pages/pagination.ts";
import type { Database } from "../platform/db/database.ts";
import { countRows, findRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { ProposalPictureTable, ProposalTable } from "./tables.ts";

/** A proposal with its pictures and the names shown to reviewers. */
export interface DescribedProposal extends ProposalTable {
	readonly email: string | null;
	readonly decided_by_email: string | null;
	readonly pictures: readonly ProposalPictureTable[];
}

export interface ProposalFilter {
	readonly accountId?: string;
	readonly proposalId?: string;
	readonly state?: string | undefined;
}

/** Proposals, newest first unless they wait for review, and the total. */
export async function proposalPage(
	{ scan }: Database,
	filter: ProposalFilter,
	{ page, perPage }: Paging,
): Promise<{ rows: DescribedProposal[]; total: number }> {
	let chosen = scan.selectFrom("proposal");
	if (filter.accountId !== undefined) chosen = chosen.where("proposal.account_id", "=", filter.accountId);
	if (filter.proposalId !== undefined) chosen = chosen.where("proposal.proposal_id", "=", filter.proposalId);
	if (filter.state !== undefined) chosen = chosen.where("proposal.state", "=", filter.state);
	const total = await countRows(chosen);
	const order = filter.state === "waiting" ? "asc" : "desc";
	const shown = chosen
		.select("proposal.proposal_id")
		.orderBy("proposal.proposal_id", order)
		.limit(perPage)
		.offset((page - 1) * perPage);
	const rows = await scan
		.selectFrom("proposal")
		.where("proposal.proposal_id", "in", shown)
		.leftJoin("account", "account.account_id", "proposal.account_id")
		.leftJoin("account as decider", "decider.account_id", "proposal.decided_by")
		.selectAll("proposal")
		.select(["account.email", "decider.email as decided_by_email"])
		.orderBy("proposal.proposal_id", order)
		.execute();
	const pictures = await picturesOf(
		scan,
		rows.map(({ proposal_id }) => proposal_id),
	);
	return {
		rows: rows.map((row) => ({
			...row,
			pictures: pictures.filter(({ proposal_id }) => proposal_id === row.proposal_id),
		})),
		total,
	};
}

export function picturesOf(tx: Tx, proposalIds: readonly string[]): Promise<ProposalPictureTable[]> {
	return tx
		.selectFrom("proposal_picture")
		.selectAll()
		.where("proposal_id", "in", [...proposalIds, ""])
		.orderBy("variant", "desc")
		.orderBy("picture_id")
		.execute();
}

/** A proposed picture of any account, unless it was approved: a picture of the catalogue leaves as a delivery only (SPEC D42). */
export function findReviewedPicture(tx: Tx, pictureId: string): Promise<ProposalPictureTable | undefined> {
	return tx
		.selectFrom("proposal_picture")
		.innerJoin("proposal", "proposal.proposal_id", "proposal_picture.proposal_id")
		.selectAll("proposal_picture")
		.where("picture_id", "=", pictureId)
		.where("proposal.state", "!=", "approved")
		.executeTakeFirst();
}

/** An uploaded picture of any account. */
export function findPicture(tx: Tx, pictureId: string): Promise<ProposalPictureTable | undefined> {
	return findRow(tx, "proposal_picture", { picture_id: pictureId });
}
