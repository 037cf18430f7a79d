import { type Actor, recordEvent } from "../pages/events.ts";
import { command } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { countRows, forUpdate, insertRow, updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { presentOf, readToday, type Today } from "./compare.ts";
import type { ProposedFields } from "./fields.ts";
import type { ProposalTable } from "./tables.ts";
import { lockedProposer } from "./uploads.ts";

export interface NewProposal {
	readonly proposalId: string;
	readonly accountId: string;
	readonly barcode: string;
	readonly fields: ProposedFields;
	/** Uploaded by the account, and not proposed yet. */
	readonly pictureIds: readonly string[];
	readonly comment: string | null;
	readonly mostOpen: number;
	readonly actor: Actor;
}

export type ProposeOutcome =
	| "proposed"
	| "may_not_propose"
	| "proposal_limit_reached"
	| "picture_gone"
	| "same_variant";

/** Records a proposal with its pictures, and the current data of the catalogue for them. */
export const propose = command<NewProposal, ProposeOutcome>("portal.propose", async (tx, input, traits) => {
	const { proposalId, accountId, barcode, fields, pictureIds, actor } = input;
	const account = await lockedProposer(tx, accountId, traits);
	if (!account) return "may_not_propose";
	if ((await openProposals(tx, accountId)) >= input.mostOpen) return "proposal_limit_reached";
	const variants = await takenVariants(tx, input);
	if (variants.length !== pictureIds.length) return "picture_gone";
	if (new Set(variants).size !== variants.length) return "same_variant";
	const today = (await readToday(tx, [barcode]))(barcode);
	const { comment } = input;
	const ownership = account.proposes_as;
	const proposer = { ...actor, accountId };
	await insertProposal(tx, {
		proposalId,
		barcode,
		fields,
		today,
		variants,
		comment,
		ownership,
		actor: proposer,
	});
	if (pictureIds.length > 0) {
		await tx
			.updateTable("proposal_picture")
			.set({ proposal_id: proposalId, expires_at: null })
			.where("picture_id", "in", [...pictureIds])
			.execute();
	}
	return "proposed";
});

interface InsertedProposal extends Pick<NewProposal, "proposalId" | "barcode" | "fields" | "comment"> {
	readonly today: Today;
	readonly variants: readonly string[];
	readonly ownership: string;
	readonly actor: Actor & { readonly accountId: string };
}

/** Adds a proposal to the queue, whoever or whatever it comes from. */
export async function insertProposal(
	tx: Tx,
	{ proposalId, barcode, fields, today, variants, comment, ownership, actor }: InsertedProposal,
): Promise<void> {
	await insertRow(tx, "proposal", {
		proposal_id: proposalId,
		account_id: actor.accountId,
		ownership,
		barcode,
		fields: JSON.stringify(fields),
		seen: JSON.stringify(presentOf(today, fields, variants)),
		comment,
		state: "waiting",
		proposed_at: actor.atMs,
	});
	await recordEvent(tx, actor, "proposal.made", proposalId, barcode);
}

export function openProposals(tx: Tx, accountId: string): Promise<number> {
	return countRows(
		tx.selectFrom("proposal").where("account_id", "=", accountId).where("state", "=", "waiting"),
	);
}

/** The account is locked, so that none of its pictures is proposed twice. */
async function takenVariants(tx: Tx, { accountId, pictureIds, actor }: NewProposal): Promise<string[]> {
	const rows = await tx
		.selectFrom("proposal_picture")
		.select("variant")
		.where("picture_id", "in", [...pictureIds, ""])
		.where("account_id", "=", accountId)
		.where("proposal_id", "is", null)
		.where("expires_at", ">", actor.atMs)
		.execute();
	return rows.map(({ variant }) => variant);
}

/** A proposal, locked until the end of the transaction: of several concurrent decisions only one finds it waiting. */
export function lockedProposal(
	tx: Tx,
	proposalId: string,
	traits: EngineTraits,
): Promise<ProposalTable | undefined> {
	const query = tx.selectFrom("proposal").selectAll().where("proposal_id", "=", proposalId);
	return forUpdate(query, traits).executeTakeFirst();
}

export interface Decision {
	readonly proposalId: string;
	readonly reason: string | null;
	/** How long its pictures are kept from now on. */
	readonly pictureMs: number;
	readonly actor: Actor;
}

export type DecisionOutcome = "done" | "not_found" | "proposal_decided";

export const withdrawProposal = command<Decision & { readonly accountId: string }, DecisionOutcome>(
	"portal.withdraw_proposal",
	async (tx, input, traits) => {
		const proposal = await lockedProposal(tx, input.proposalId, traits);
		if (proposal?.account_id !== input.accountId) return "not_found";
		if (proposal.state !== "waiting") return "proposal_decided";
		await decide(tx, proposal, input, "withdrawn");
		return "done";
	},
);

export const rejectProposal = command<Decision, DecisionOutcome>(
	"portal.reject_proposal",
	async (tx, input, traits) => {
		const proposal = await lockedProposal(tx, input.proposalId, traits);
		if (!proposal) return "not_found";
		if (proposal.state !== "waiting") return "proposal_decided";
		await decide(tx, proposal, input, "rejected");
		return "done";
	},
);

/** Closes a locked, waiting proposal. Its proposer is notified if somebody else decided. */
export async function decide(
	tx: Tx,
	{ proposal_id, account_id, barcode }: ProposalTable,
	{ reason, pictureMs, actor }: Decision,
	state: "approved" | "rejected" | "withdrawn",
): Promise<void> {
	const { accountId: decided_by, atMs: decided_at } = actor;
	const isNews = decided_by !== account_id;
	await updateRows(
		tx,
		"proposal",
		{ proposal_id },
		{ state, reason, decided_at, decided_by, mail_waits: isNews ? 1 : null },
	);
	await updateRows(tx, "proposal_picture", { proposal_id }, { expires_at: decided_at + pictureMs });
	await recordEvent(tx, actor, `proposal.${state}`, proposal_id, barcode);
}

/** Addresses waiting proposals for a product to another one. Their reviewers compare them with that one. */
export async function moveProposals(tx: Tx, from: string, to: string): Promise<void> {
	await updateRows(tx, "proposal", { barcode: from, state: "waiting" }, { barcode: to });
}
