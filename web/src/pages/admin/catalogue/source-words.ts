import type { HistoryEntry } from "../../../api/routes.ts";
import { batchName } from "../../../format/names.ts";

export const KIND_WORDS: Readonly<Record<HistoryEntry["kind"], string>> = {
	created: "Added",
	changed: "Changed",
	removed: "Removed",
	renamed: "Barcode corrected",
};

const acts: ReadonlyMap<string, string> = new Map(
	Object.entries({
		import: "Import",
		edit: "Edited",
		removal: "Removed",
		undo: "Undone",
		review: "Review",
		merge: "Merged",
		barcode: "Corrected",
		alert: "Kosher alert",
		certificate: "Certificate",
		label: "Read from the label, for reading that was begun",
	}),
);

/** Who made a change, and how: `Import spring by Dov`, `Edited by anna@example.com`. */
export function sourceWords(source: HistoryEntry["source"]): string {
	if (source === null) return "Not recorded";
	const { kind, account_email, by_name, batch } = source;
	const act = acts.get(kind) ?? kind;
	const who = account_email ?? by_name ?? "the command line";
	return `${act}${batch && batchName(batch) ? ` ${batch}` : ""} by ${who}`;
}
