import { DECLARED, type DeclaredField } from "../catalogue/fields/declared-fields.ts";
import type { Actor } from "../pages/events.ts";
import { command } from "../platform/db/command.ts";
import { findRow, insertRow } from "../platform/db/rows.ts";
import { isSame, readToday, type Today } from "../proposals/compare.ts";
import { type ProposedFields, valueAt } from "../proposals/fields.ts";
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
}

/**
 * Stores what a label says, and suggests what the catalogue does not have: with the same rules and review as what people suggest.
 * @returns whether there was something to suggest; `gone` where the picture was read or replaced meanwhile
 */
export const recordReading = command<Recorded, "suggested" | "nothing_new" | "gone">(
	"labels.record_reading",
	async (tx, { imageId, barcode, outcome, proposalId, actor }) => {
		const image = await findRow(tx, "image", { image_id: imageId }, ["active"]);
		const known = await findRow(tx, "label_reading", { image_id: imageId }, ["image_id"]);
		if (image?.active !== 1 || known) return "gone";
		const isRefused = "refused" in outcome;
		const today = (await readToday(tx, [barcode]))(barcode);
		const fields = isRefused ? {} : missingFields(outcome.values, today);
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
		return isNew ? "suggested" : "nothing_new";
	},
);

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
