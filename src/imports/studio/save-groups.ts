import { command } from "../../platform/db/command.ts";
import { lockedTask } from "../../platform/tasks/stored-tasks.ts";
import { findImport, importTask } from "../batches/store.ts";
import type { ImportState } from "../batches/tables.ts";
import { type Card, type CardGroup, problemOf } from "./card.ts";

interface CorrectedGroups extends Pick<Card, "revision"> {
	readonly importId: string;
	readonly expiresAtMs: number;
	readonly groups: readonly CardGroup[];
}

/** Stores the groups of a card as somebody corrected them, unless somebody else did so first. What a dry run said of the former ones is void. */
export const saveGroups = command<CorrectedGroups, "saved" | "changed" | { readonly problem: string }>(
	"imports.save_card_groups",
	async (tx, { importId, revision, groups, expiresAtMs }, traits) => {
		await lockedTask(tx, traits, importTask(importId));
		const before = await findImport(tx, importId);
		if (!before?.card || before.card.revision !== revision || before.task !== null || before.report)
			return "changed";
		if (before.card.pictures.length === 0) return "changed";
		const problem = problemOf(before.card, groups);
		if (problem !== undefined) return { problem };
		const card: Card = { ...before.card, revision: revision + 1, groups };
		await tx
			.updateTable("import_batch")
			.set({
				card: JSON.stringify(card),
				state: "grouped" satisfies ImportState,
				check_report: null,
				expires_at: expiresAtMs,
			})
			.where("import_id", "=", importId)
			.execute();
		return "saved";
	},
);
