import { creditsForJson } from "../../api/credits.ts";
import { activeClientCounts } from "../../clients/policy/owned.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { newResetToken, resetLink } from "../accounts/reset-links.ts";
import { type RoleOutcome, setRoles } from "../accounts/role-changes.ts";
import { removeTotp } from "../accounts/totp-changes.ts";
import { portalError, requirePlain } from "../errors.ts";
import { givenUnits } from "../given-credits.ts";
import type { Handlers, Person } from "../http/call.ts";
import type { Base } from "../http/cookie.ts";
import { resetMail, type SendMail } from "../mail.ts";
import { paginationOf } from "../pagination.ts";
import { changePortalSettings, readPortalSettings, type SettingsOfPortal } from "../portal-settings.ts";
import { rolesOf } from "../roles.ts";
import { unlinkIdentities } from "../sso/changes.ts";
import { setDisabled, setKeysAllowed, setProposesAs } from "./changes.ts";
import type { AdminAccount, PortalSettings } from "./contract.ts";
import { accountPage, type SeenAccount } from "./read.ts";

export interface AdministrationParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly base: Base;
	readonly sendMail: SendMail | undefined;
}

type AdministrationRoute =
	| "GET /admin/accounts"
	| "PATCH /admin/accounts/{account_id}"
	| "PUT /admin/accounts/{account_id}/roles"
	| "PUT /admin/accounts/{account_id}/proposes-as"
	| "POST /admin/accounts/{account_id}/password-reset"
	| "POST /admin/accounts/{account_id}/disable"
	| "POST /admin/accounts/{account_id}/enable"
	| "DELETE /admin/accounts/{account_id}/totp"
	| "DELETE /admin/accounts/{account_id}/identities"
	| "GET /admin/settings"
	| "PATCH /admin/settings";

/** Handlers for accounts and settings of the portal. */
export function administrationHandlers(parts: AdministrationParts): Handlers<AdministrationRoute> {
	const { db, hashKeys, base, sendMail } = parts;

	async function described(accountId: string, nowMs: number): Promise<AdminAccount> {
		const { rows } = await accountPage(db, { accountId }, { page: 1, perPage: 1 });
		const [answer] = await accountAnswers(db, rows, nowMs);
		if (!answer) throw portalError("not_found");
		return answer;
	}

	return {
		async "GET /admin/accounts"({ query, nowMs }) {
			const { search, page = 1, per_page = 25 } = query;
			const { rows, total } = await accountPage(db, { search }, { page, perPage: per_page });
			const data = await accountAnswers(db, rows, nowMs);
			return { data, pagination: paginationOf(page, per_page, total) };
		},
		async "PATCH /admin/accounts/{account_id}"({ path, body, actor, nowMs }) {
			const change = { accountId: path.account_id, keysAllowed: body.keys_allowed, actor };
			requireFound(await db.write(setKeysAllowed, change));
			return described(path.account_id, nowMs);
		},
		async "PUT /admin/accounts/{account_id}/roles"({ path, body, actor, nowMs }) {
			requireDone(await db.write(setRoles, { accountId: path.account_id, roles: body.roles, actor }));
			return described(path.account_id, nowMs);
		},
		async "PUT /admin/accounts/{account_id}/proposes-as"({ path, body, actor, nowMs }) {
			const proposesAs = body.proposes_as && requirePlain("proposes_as", body.proposes_as.trim());
			if (proposesAs === "") throw badRequest("proposes_as: a name, or null.");
			const change = { accountId: path.account_id, proposesAs, actor };
			requireFound(await db.write(setProposesAs, change));
			return described(path.account_id, nowMs);
		},
		async "POST /admin/accounts/{account_id}/password-reset"({ path, actor, request }) {
			const issued = await newResetToken({ db, hashKeys }, path.account_id, actor);
			if (!issued) throw portalError("not_found");
			const link = resetLink(base(request), issued.token);
			return {
				link,
				expires_at: isoTime(issued.expiresAtMs),
				was_mailed: (await sendMail?.(request, resetMail(issued.email, link))) ?? false,
			};
		},
		async "POST /admin/accounts/{account_id}/disable"({ path, person, actor, nowMs }) {
			requireAnother(person, path.account_id);
			requireDone(await db.write(setDisabled, { accountId: path.account_id, isDisabled: true, actor }));
			return described(path.account_id, nowMs);
		},
		async "POST /admin/accounts/{account_id}/enable"({ path, actor, nowMs }) {
			requireDone(await db.write(setDisabled, { accountId: path.account_id, isDisabled: false, actor }));
			return described(path.account_id, nowMs);
		},
		async "DELETE /admin/accounts/{account_id}/totp"({ path, person, actor, nowMs }) {
			requireAnother(person, path.account_id);
			requireFound(await db.write(removeTotp, { accountId: path.account_id, actor }));
			return described(path.account_id, nowMs);
		},
		async "DELETE /admin/accounts/{account_id}/identities"({ path, person, actor, nowMs }) {
			requireAnother(person, path.account_id);
			requireFound(await db.write(unlinkIdentities, { accountId: path.account_id, actor }));
			return described(path.account_id, nowMs);
		},
		...settingsHandlers(db),
	};
}

function settingsHandlers(db: Database): Handlers<"GET /admin/settings" | "PATCH /admin/settings"> {
	return {
		async "GET /admin/settings"() {
			return settingsAnswer(await readPortalSettings(db.read));
		},
		async "PATCH /admin/settings"({ body, actor }) {
			const { sign_up_open: signUpOpen, keys_per_account: keysPerAccount, two_approvals_above: above } = body;
			const twoApprovalsAboveUnits =
				above === null || above === undefined ? above : givenUnits("two_approvals_above", above);
			const change = { signUpOpen, keysPerAccount, twoApprovalsAboveUnits, actor };
			return settingsAnswer(await db.write(changePortalSettings, change));
		},
	};
}

/** Administrators cannot disable themselves, since they could not undo it, and a stolen session must not remove their second factor. */
function requireAnother(person: Person, accountId: string): void {
	if (person.account.account_id === accountId) throw portalError("own_account");
}

function requireFound(isFound: boolean): void {
	if (!isFound) throw portalError("not_found");
}

function requireDone(outcome: RoleOutcome): void {
	if (outcome !== "done") throw portalError(outcome);
}

async function accountAnswers(
	db: Database,
	accounts: readonly SeenAccount[],
	nowMs: number,
): Promise<AdminAccount[]> {
	const ids = accounts.map((account) => account.account_id);
	const keys = await activeClientCounts(db.scan, ids, nowMs);
	return accounts.map((account) => ({
		account_id: account.account_id,
		email: account.email,
		is_administrator: rolesOf(account).includes("administrator"),
		roles: rolesOf(account),
		is_disabled: account.disabled_at !== null,
		must_change_password: account.password_expires_at !== null,
		totp_enabled: account.totp_confirmed_at !== null,
		is_linked: Number(account.identities) > 0,
		created_at: isoTime(account.created_at),
		last_seen_at: account.last_seen_at === null ? null : isoTime(Number(account.last_seen_at)),
		active_keys: keys.get(account.account_id) ?? 0,
		keys_allowed: account.keys_allowed,
		proposes_as: account.proposes_as,
	}));
}

function settingsAnswer(settings: SettingsOfPortal): PortalSettings {
	const { signUpOpen, keysPerAccount, twoApprovalsAboveUnits: above } = settings;
	return {
		sign_up_open: signUpOpen,
		keys_per_account: keysPerAccount,
		two_approvals_above: above === null ? null : creditsForJson(above),
	};
}
