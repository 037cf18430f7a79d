import { sql } from "kysely";
import { type Action, defaultPriceUnits } from "../../../billing/prices/actions.ts";
import { announcePrice, hasCharged } from "../../../billing/prices/prices.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { insertAccount } from "../../../people/accounts/accounts.ts";
import { insertSession, type NewSession } from "../../../people/accounts/sessions.ts";
import { isUnused } from "../../../people/accounts/unused.ts";
import { nameAccount } from "../../../people/members/changes.ts";
import {
	changePortalSettings,
	forgetSetting,
	keepSetting,
	lockSetting,
	type SettingsChange,
} from "../../../people/portal-settings.ts";
import { changeRights } from "../../../pictures/pages/rights/changes.ts";
import { saveWatermark, styleChanges } from "../../../pictures/pages/watermark/changes.ts";
import type { RightsTexts } from "../../../pictures/rights/texts.ts";
import { readSavedStyle } from "../../../pictures/style/saved-style.ts";
import { defaultStyle, type WatermarkStyle } from "../../../pictures/style/style.ts";
import { type Command, command } from "../../../platform/db/command.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import { findRow, forUpdate } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { sameSecret } from "../../../platform/secrets.ts";
import type { Check } from "./contract.ts";

/** Names in `portal_setting`: the stored hash of the link, dismissed points, and when the mail server last accepted a test. */
const LINK = "setup_link";
const DISMISSED = "setup_dismissed";
const MAIL_TESTED = "mail_tested_at";

/** Stores the only link that works, where nobody uses the installation yet. @returns whether it is so. */
export const keepSetupLink = command<{ tokenHash: string }, boolean>(
	"portal.keep_setup_link",
	async (tx, { tokenHash }) => {
		if (!(await isUnused(tx))) return false;
		await keepSetting(tx, LINK, tokenHash);
		return true;
	},
);

/** What a first run sets, checked as far as that is possible outside the transaction. */
export interface FirstSetup {
	/** Hashes of the link's token, the current one first; null: by the command line. */
	readonly tokenHashes: readonly string[] | null;
	readonly accountId: string;
	readonly email: string;
	readonly name: string | null;
	readonly passwordHash: string;
	/** Expiry of a one-time password; null for one of their own choice. */
	readonly passwordExpiresAtMs: number | null;
	readonly session: NewSession | null;
	readonly credit: { readonly price: number; readonly currency: string } | null;
	readonly signUpOpen: boolean | null;
	readonly storefront: Pick<SettingsChange, "storefrontName" | "contact">;
	readonly prices: readonly { readonly action: Action; readonly units: number }[];
	readonly style: WatermarkStyle | null;
	readonly rights: Partial<RightsTexts> | null;
	readonly actor: Actor;
}

export type FirstSetupOutcome =
	| "done"
	| "link_invalid"
	| "has_administrator"
	| "email_taken"
	| "already_charging";

/**
 * Opens the first administrator's account and sets the rest: all of it or, with any outcome but `done`, nothing. Concurrent ones wait for one another
 * at the row of the link, and only the first finds no administrator.
 */
export const completeSetup = command<FirstSetup, FirstSetupOutcome>(
	"portal.complete_setup",
	async (tx, input, traits, beforeCommit) => {
		if (!(await lockLink(tx, input.tokenHashes, traits))) return "link_invalid";
		if (await hasAdministrator(tx)) return "has_administrator";
		if (input.prices.length > 0 && (await hasCharged(tx))) return "already_charging";
		const { accountId, actor, name, session } = input;
		if (!(await insertAccount(tx, { ...input, roles: ["administrator"] }, traits))) return "email_taken";
		await forgetSetting(tx, LINK);
		if (session) await insertSession(tx, accountId, session, actor.atMs);
		const run = async <I>(each: Command<I, unknown>, given: I) => each.run(tx, [given], traits, beforeCommit);
		if (name !== null) await run(nameAccount, { accountId, name, actor });
		await run(changePortalSettings, {
			creditPrice: input.credit?.price,
			currency: input.credit?.currency,
			signUpOpen: input.signUpOpen ?? undefined,
			...input.storefront,
			actor,
		});
		for (const { action, units } of input.prices) {
			const nowMs = actor.atMs;
			const beforeUnits = defaultPriceUnits(action);
			const order = { action, units, beforeUnits, effectiveAtMs: nowMs, nowMs, immediately: true, actor };
			await run(announcePrice, order);
		}
		if (input.style) {
			const saved = await readSavedStyle(tx);
			const { style } = input;
			const changes = styleChanges(saved?.style ?? defaultStyle, style);
			await run(saveWatermark, { revision: saved?.revision ?? 0, style, changes, actor });
		}
		if (input.rights) await run(changeRights, { given: input.rights, revision: null, actor });
		return "done";
	},
);

/** Locks the link's row. @returns whether the token is the link's; the command line needs none. */
async function lockLink(
	tx: Tx,
	tokenHashes: FirstSetup["tokenHashes"],
	traits: EngineTraits,
): Promise<boolean> {
	if (tokenHashes === null) {
		await lockSetting(tx, LINK, "");
		return true;
	}
	const query = tx.selectFrom("portal_setting").select("value").where("name", "=", LINK);
	return isTokenOf((await forUpdate(query, traits).executeTakeFirst())?.value, tokenHashes);
}

function isTokenOf(stored: string | undefined, tokenHashes: readonly string[]): boolean {
	const kept = stored === undefined ? "" : JSON.parse(stored);
	// Both are compared, so that the time taken says nothing about either.
	return tokenHashes.filter((hash) => sameSecret(hash, kept)).length > 0;
}

/** Whether a token would be accepted now. */
export async function isSetupLink(tx: Tx, tokenHashes: readonly string[]): Promise<boolean> {
	if (await hasAdministrator(tx)) return false;
	const row = await findRow(tx, "portal_setting", { name: LINK }, ["value"]);
	return isTokenOf(row?.value, tokenHashes);
}

/** Disabled ones count as well: one who is locked out is helped on the command line. */
async function hasAdministrator(tx: Tx): Promise<boolean> {
	const found = await tx
		.selectFrom("account")
		.select("account_id")
		.where("roles", "like", sql.lit('%"administrator"%'))
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

/** Dismisses a point of the check-list, or brings it back. */
export const dismissCheck = command<{ check: Check; isDismissed: boolean; actor: Actor }, undefined>(
	"portal.dismiss_check",
	async (tx, { check, isDismissed, actor }) => {
		// So that of two changes neither is lost.
		await lockSetting(tx, DISMISSED, []);
		const { dismissed } = await readSetupState(tx);
		if (dismissed.has(check) === isDismissed) return;
		if (isDismissed) dismissed.add(check);
		else dismissed.delete(check);
		await keepSetting(tx, DISMISSED, [...dismissed]);
		await recordEvent(tx, actor, "settings.changed", check, { dismissed: [!isDismissed, isDismissed] });
	},
);

/** Notes that the mail server accepted a test. */
export const noteTestMail = command<{ atMs: number }, undefined>(
	"portal.note_test_mail",
	async (tx, { atMs }) => {
		await keepSetting(tx, MAIL_TESTED, atMs);
	},
);

/** The mail server is another one now. */
export async function forgetTestMail(tx: Tx): Promise<void> {
	await forgetSetting(tx, MAIL_TESTED);
}

/** Dismissed points, and when the mail server last accepted a test; null: never. */
export async function readSetupState(
	tx: Tx,
): Promise<{ dismissed: Set<string>; mailTestedAtMs: number | null }> {
	const rows = await tx
		.selectFrom("portal_setting")
		.selectAll()
		.where("name", "in", [DISMISSED, MAIL_TESTED])
		.execute();
	const kept = new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
	return { dismissed: new Set(kept.get(DISMISSED) ?? []), mailTestedAtMs: kept.get(MAIL_TESTED) ?? null };
}
