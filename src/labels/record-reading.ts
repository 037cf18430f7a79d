import { DECLARED, type DeclaredField } from "../catalogue/fields/declared-fields.ts";
import { lockCatalogue } from "../catalogue/fields/field-counts.ts";
import { insertChangeSet } from "../catalogue/history/change-set.ts";
import { laidOver } from "../catalogue/stored/given-metadata.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { Actor } from "../pages/events.ts";
import { holdsOneOf } from "../pages/roles.ts";
import { findAccount } from "../people/accounts/accounts.ts";
import { command } from "../platform/db/command.ts";
import { findRow, insertRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { isSame, readToday, type Today } from "../proposals/compare.ts";
import { entriesOf, type ProposedFields, requireProposed, valueAt } from "../proposals/fields.ts";
import { insertProposal } from "../proposals/propose.ts";
import type { LabelOutcome } from "./reader-pool.ts";
import type { ReadValue } from "./tables.ts";

/** What suggestions that were read from a label say of where they come from. */
export const FROM_LABEL = "Read from the label";

interface Recorded {
	readonly imageId: string;
	readonly barcode: string;
	readonly outcome: LabelOutcome;
	readonly proposalId: string;
	/** Who asked for the labels to be read. */
	readonly actor: Actor & { readonly accountId: string };
	/** The certainty from which on values enter the catalogue by themselves; null: none does. */
	readonly enterFrom: number | null;
}

export type RecordedOutcome = "gone" | { readonly isSuggested: boolean; readonly entered: number };

/**
 * Stores what a label says, and suggests what the catalogue does not have: with the same rules and review as what people suggest. What is certain enough enters
 * the catalogue without one, if an administrator said so.
 * @returns `gone` where the picture was read or replaced meanwhile
 */
export const recordReading = command<Recorded, RecordedOutcome>(
	"labels.record_reading",
	async (tx, { imageId, barcode, outcome, proposalId, actor, enterFrom }, traits, beforeCommit) => {
		if (enterFrom !== null) await lockCatalogue(tx, traits);
		const image = await findRow(tx, "image", { image_id: imageId }, ["active"]);
		const known = await findRow(tx, "label_reading", { image_id: imageId }, ["image_id"]);
		if (image?.active !== 1 || known) return "gone";
		const isRefused = "refused" in outcome;
		const before = (await readToday(tx, [barcode]))(barcode);
		const values = isRefused ? [] : outcome.values;
		const sure = await sureOf(tx, { barcode, values, actor, enterFrom });
		const entered = missingFields(sure, before);
		const count = entriesOf(entered).length;
		if (count > 0) {
			const source = { kind: "label", accountId: actor.accountId, ownership: FROM_LABEL } as const;
			const changeSet = await insertChangeSet(tx, source, actor.atMs);
			const change = { barcode, ...laidOver(before.given, entered) };
			const order = { changes: [change], existingOnly: true, changeSet };
			await applyMetadata.run(tx, [order], traits, beforeCommit);
		}
		const today = count > 0 ? (await readToday(tx, [barcode]))(barcode) : before;
		const fields = missingFields(values, today);
		const isNew = Object.keys(fields).length > 0;
		if (isNew)
			await insertProposal(tx, {
				proposalId,
				barcode,
				fields,
				today,
				variants: [],
				comment: FROM_LABEL,
				ownership: FROM_LABEL,
				actor,
			});
		await insertRow(tx, "label_reading", {
			image_id: imageId,
			barcode,
			proposal_id: isNew ? proposalId : null,
			refused: isRefused ? outcome.refused : null,
			reading: isRefused ? null : JSON.stringify(outcome),
			read_at: actor.atMs,
		});
		return { isSuggested: isNew, entered: count };
	},
);

/** What may enter by itself: nothing that speaks of kosher. */
const BY_ITSELF =
	/^(nutrition|ingredients)\.|^info\.(net_weight|country_of_origin|manufacturer|distributor)$/;

/** Values that are certain enough to enter the catalogue without a review, as long as whoever said so may change it without one. */
async function sureOf(
	tx: Tx,
	{
		barcode,
		values,
		actor,
		enterFrom,
	}: Pick<Recorded, "barcode" | "actor" | "enterFrom"> & {
		readonly values: readonly ReadValue[];
	},
): Promise<ReadValue[]> {
	if (enterFrom === null) return [];
	const account = await findAccount(tx, actor.accountId);
	if (!account || account.disabled_at !== null || !holdsOneOf(account, ["administrator"])) return [];
	return values.filter(
		({ key, value, certainty }) =>
			BY_ITSELF.test(key) && certainty >= enterFrom && isFit(barcode, key, value),
	);
}

/** Whether it could be suggested by a person: without characters that affect how other text is shown. */
function isFit(barcode: string, key: string, value: unknown): boolean {
	const [scope = "", field = ""] = key.split(".");
	try {
		requireProposed(barcode, { [scope]: { [field]: value } });
		return true;
	} catch (fault) {
		if (fault instanceof HttpError) return false;
		throw fault;
	}
}

/** What was read for fields of which the catalogue has nothing, in import format. */
export function missingFields(
	values: readonly Pick<ReadValue, "key" | "value">[],
	{ given }: Pick<Today, "given">,
): ProposedFields {
	const fields: Record<string, Record<string, unknown>> = {};
	for (const { key, value } of values) {
		if (isFilled(key, valueAt(given, key))) continue;
		const [scope = "", field = ""] = key.split(".");
		fields[scope] = { ...fields[scope], [field]: value };
	}
	return fields as ProposedFields;
}

export function isFilled(key: string, value: unknown): boolean {
	const [scope = "", field = ""] = key.split(".");
	const declared = (DECLARED as Readonly<Record<string, Readonly<Record<string, DeclaredField>>>>)[scope]?.[
		field
	];
	if (declared === undefined) throw new Error(`${key} is no field of the catalogue`);
	return value !== null && declared.hasValue(value);
}

/** Whether the catalogue says what a label says: capitals, spaces and marks between words do not matter. */
export function isSaidAlike(read: unknown, today: unknown): boolean {
	const plain = (value: unknown) => (JSON.stringify(value) ?? "").toLowerCase().replace(/[\s.,:;()-]/g, "");
	return isSame(read, today) || plain(read) === plain(today);
}
