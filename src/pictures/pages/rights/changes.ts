import { type Actor, changesBetween, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { rightsProblem } from "../../rights/rights-problem.ts";
import { readRights, replaceRights } from "../../rights/saved-rights.ts";
import type { RightsTexts } from "../../rights/texts.ts";

interface RightsChange {
	/** The texts to change; null clears one, and so does an empty one. */
	readonly given: Partial<RightsTexts>;
	/** The revision that the author has seen; null: whichever is current. */
	readonly revision: number | null;
	readonly actor: Actor;
}

export type RightsOutcome =
	| { readonly kind: "saved" | "rights_changed" }
	| { readonly kind: "refused"; readonly problem: string };

/** Changes texts about rights, and records by whom. Texts that are the same already are neither saved nor recorded. */
export const changeRights = command<RightsChange, RightsOutcome>(
	"portal.change_rights",
	async (tx, { given, revision, actor }) => {
		const saved = await readRights(tx);
		if (revision !== null && revision !== saved.revision) return { kind: "rights_changed" };
		const texts = { ...saved.texts, ...withoutEmpty(given) };
		const problem = rightsProblem(texts);
		if (problem !== undefined) return { kind: "refused", problem };
		const changes = changesBetween(saved.texts, texts);
		if (Object.keys(changes).length === 0) return { kind: "saved" };
		const saving = { revision: saved.revision, texts, savedBy: actor.accountId, nowMs: actor.atMs };
		if (!(await replaceRights(tx, saving))) return { kind: "rights_changed" };
		await recordEvent(tx, actor, "rights.changed", "rights", changes);
		return { kind: "saved" };
	},
);

function withoutEmpty(given: Partial<RightsTexts>): Partial<RightsTexts> {
	return Object.fromEntries(
		Object.entries(given).map(([name, text]) => [name, text?.trim() === "" ? null : text]),
	);
}
