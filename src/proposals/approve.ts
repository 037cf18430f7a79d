import { lockCatalogue } from "../catalogue/fields/field-counts.ts";
import { insertChangeSet } from "../catalogue/history/change-set.ts";
import { laidOver } from "../catalogue/stored/given-metadata.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { Actor } from "../pages/events.ts";
import { rolesOf } from "../pages/roles.ts";
import { findAccount } from "../people/accounts/accounts.ts";
import type { StagedPicture } from "../pictures/store/store-picture.ts";
import { addStaged } from "../pictures/store/store-picture.ts";
import { type BeforeCommit, command } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { presentName, presentOf, readToday, type Today } from "./compare.ts";
import { entriesOf, type ProposedFields } from "./fields.ts";
import { type Decision, type DecisionOutcome, decide, lockedProposal } from "./propose.ts";
import type { ProposalTable } from "./tables.ts";

/** `source_batch` of pictures that were proposed and approved (SPEC 2.4). */
export const SOURCE_BATCH = "review_approved";

export interface Approval extends Decision {
	/** Hash of the state with which the reviewer compared it (compare.ts). */
	readonly comparedWith: string;
	/** What of its fields is approved, and how it was corrected; undefined: all, as proposed. */
	readonly fields: ProposedFields | undefined;
	/** Its pictures, whose files are already stored. */
	readonly images: readonly StagedPicture["image"][];
}

export type ApprovalOutcome = DecisionOutcome | "own_proposal" | "product_changed" | "not_proposed";

/**
 * Applies a proposal to the catalogue with the same commands as an import, and closes it, in one transaction. It applies only if the catalogue is unchanged
 * since the reviewer compared it; of two concurrent reviewers the second finds it decided.
 */
export const approveProposal = command<Approval, ApprovalOutcome>(
	"portal.approve_proposal",
	async (tx, input, traits, beforeCommit) => {
		const proposal = await lockedProposal(tx, input.proposalId, traits);
		if (!proposal) return "not_found";
		if (proposal.state !== "waiting") return "proposal_decided";
		if (!(await mayApprove(tx, proposal, input.actor))) return "own_proposal";
		await lockCatalogue(tx, traits);
		const today = (await readToday(tx, [proposal.barcode]))(proposal.barcode);
		const fields: ProposedFields = JSON.parse(proposal.fields);
		const variants = input.images.map(({ row }) => row.variant);
		if (presentName(presentOf(today, fields, variants)) !== input.comparedWith) return "product_changed";
		const approved = input.fields ?? fields;
		const keys = new Set(entriesOf(fields).map(({ key }) => key));
		if (entriesOf(approved).some(({ key }) => !keys.has(key))) return "not_proposed";
		await apply(tx, { ...input, proposal, fields: approved, today }, traits, beforeCommit);
		// It is the record of what was added to the catalogue.
		if (input.fields) {
			const { proposalId: proposal_id } = input;
			await updateRows(tx, "proposal", { proposal_id }, { fields: JSON.stringify(approved) });
		}
		await decide(tx, proposal, input, "approved");
		return "done";
	},
);

/** Proposers cannot review their own proposals, except administrators, who may change the catalogue without a review anyway. */
async function mayApprove(tx: Tx, { account_id }: ProposalTable, { accountId }: Actor): Promise<boolean> {
	if (account_id !== accountId) return true;
	const account = await findAccount(tx, account_id);
	return account !== undefined && rolesOf(account).includes("administrator");
}

interface Applied extends Approval {
	readonly proposal: ProposalTable;
	readonly fields: ProposedFields;
	readonly today: Today;
}

async function apply(
	tx: Tx,
	{ proposal, fields, today, images, actor }: Applied,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<void> {
	const { barcode, ownership } = proposal;
	const source = { kind: "review", accountId: actor.accountId, batch: SOURCE_BATCH, ownership } as const;
	const changeSet = await insertChangeSet(tx, source, actor.atMs);
	if (Object.keys(fields).length > 0) {
		const change = { barcode, ...laidOver(today.given, fields) };
		const order = { changes: [change], existingOnly: false, changeSet };
		await applyMetadata.run(tx, [order], traits, beforeCommit);
	}
	for (const image of images) await addStaged(tx, { ...image, changeSet }, traits, beforeCommit);
}
