import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { updateRows } from "../../platform/db/rows.ts";
import { lockedAccount, recordProposesAs } from "./accounts.ts";
import { isLast, lockedAdministrators, type RoleOutcome } from "./role-changes.ts";
import { deleteSessions } from "./sessions.ts";

/** Disables an account and ends all its sessions, or enables it again. */
export const setDisabled = command<{ accountId: string; isDisabled: boolean; actor: Actor }, RoleOutcome>(
	"portal.set_disabled",
	async (tx, { accountId, isDisabled, actor }, traits) => {
		const administrators = await lockedAdministrators(tx, traits);
		const account = await lockedAccount(tx, accountId, traits);
		if (!account) return "not_found";
		if ((account.disabled_at !== null) === isDisabled) return "done";
		if (isDisabled && isLast(administrators, accountId)) return "last_administrator";
		await updateRows(
			tx,
			"account",
			{ account_id: accountId },
			{ disabled_at: isDisabled ? actor.atMs : null },
		);
		if (isDisabled) await deleteSessions(tx, { accountId, except: null });
		await recordEvent(tx, actor, isDisabled ? "account.disabled" : "account.enabled", accountId);
		return "done";
	},
);

/** Maximum number of active keys of an account; null for the default. */
export const setKeysAllowed = command<
	{ accountId: string; keysAllowed: number | null; actor: Actor },
	boolean
>("portal.set_keys_allowed", async (tx, { accountId, keysAllowed, actor }) => {
	const numUpdatedRows = await updateRows(
		tx,
		"account",
		{ account_id: accountId },
		{ keys_allowed: keysAllowed },
	);
	if (numUpdatedRows !== 1) return false;
	await recordEvent(tx, actor, "account.keys_allowed", accountId, JSON.stringify(keysAllowed));
	return true;
});

/** Sets the ownership under which an account may propose; null: it may not. Earlier proposals keep waiting. */
export const setProposesAs = command<{ accountId: string; proposesAs: string | null; actor: Actor }, boolean>(
	"portal.set_proposes_as",
	async (tx, { accountId, proposesAs, actor }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		if (!account) return false;
		if (account.proposes_as === proposesAs) return true;
		await updateRows(tx, "account", { account_id: accountId }, { proposes_as: proposesAs });
		await recordProposesAs(tx, actor, accountId, [account.proposes_as, proposesAs]);
		return true;
	},
);
