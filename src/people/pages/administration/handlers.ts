import type { FastifyRequest } from "fastify";
import { creditsForJson } from "../../../api/credits.ts";
import { activeClientCounts } from "../../../clients/policy/owned.ts";
import { handlers, type Person } from "../../../pages/call.ts";
import { contains } from "../../../pages/contains.ts";
import type { Base } from "../../../pages/cookie.ts";
import { knownCurrency } from "../../../pages/currency.ts";
import { requireDone, requireFound, requirePlain } from "../../../pages/errors.ts";
import { givenUnits } from "../../../pages/given-credits.ts";
import { type Paging, paginationOf, pagingOf } from "../../../pages/pagination.ts";
import { rolesOf } from "../../../pages/roles.ts";
import type { Database } from "../../../platform/db/database.ts";
import { countRows } from "../../../platform/db/rows.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { ulid } from "../../../platform/ids.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { createAccount } from "../../accounts/accounts.ts";
import { setDisabled, setKeysAllowed, setProposesAs } from "../../accounts/administration-changes.ts";
import { requireEmail } from "../../accounts/email.ts";
import { oneTimePassword } from "../../accounts/password-rules.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { INVITATION_MS, newResetToken, resetLink, welcomeLink } from "../../accounts/reset-links.ts";
import { setRoles } from "../../accounts/role-changes.ts";
import { removeTotp } from "../../accounts/totp-changes.ts";
import { peopleErrors } from "../../errors.ts";
import { invitationMail, resetMail, type SendMail, type ServiceMail } from "../../mail.ts";
import { changePortalSettings, readPortalSettings, type SettingsOfPortal } from "../../portal-settings.ts";
import { unlinkIdentities } from "../../sso/changes.ts";
import type { AccountTable } from "../../tables.ts";
import { type AdminAccount, administrationRoutes, type PortalSettings } from "./contract.ts";

export interface AdministrationParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly base: Base;
	readonly mailing: () => SendMail | undefined;
	readonly passwords: Pick<Passwords, "hash">;
}

/** Handlers for accounts and settings of the portal. */
export function administrationHandlers(parts: AdministrationParts) {
	const { db } = parts;
	const described = (accountId: string, nowMs: number) => describedAccount(db, accountId, nowMs);

	return handlers(administrationRoutes)({
		async "GET /admin/accounts"({ query, nowMs }) {
			const paging = pagingOf(query);
			const { rows, total } = await accountPage(db, { search: query.search }, paging);
			return { data: await accountAnswers(db, rows, nowMs), pagination: paginationOf(paging, total) };
		},
		async "PATCH /admin/accounts/{account_id}"({ path, body, actor, nowMs }) {
			const change = { accountId: path.account_id, keysAllowed: body.keys_allowed, actor };
			requireFound(await db.write(setKeysAllowed, change));
			return described(path.account_id, nowMs);
		},
		async "PUT /admin/accounts/{account_id}/roles"({ path, body, actor, nowMs }) {
			requireDone(
				peopleErrors,
				await db.write(setRoles, { accountId: path.account_id, roles: body.roles, actor }),
			);
			return described(path.account_id, nowMs);
		},
		async "PUT /admin/accounts/{account_id}/proposes-as"({ path, body, actor, nowMs }) {
			const proposesAs = body.proposes_as && requirePlain("proposes_as", body.proposes_as.trim());
			if (proposesAs === "") throw badRequest("proposes_as: a name, or null.");
			const change = { accountId: path.account_id, proposesAs, actor };
			requireFound(await db.write(setProposesAs, change));
			return described(path.account_id, nowMs);
		},
		async "POST /admin/accounts/{account_id}/disable"({ path, person, actor, nowMs }) {
			requireAnother(person, path.account_id);
			requireDone(
				peopleErrors,
				await db.write(setDisabled, { accountId: path.account_id, isDisabled: true, actor }),
			);
			return described(path.account_id, nowMs);
		},
		async "POST /admin/accounts/{account_id}/enable"({ path, actor, nowMs }) {
			requireDone(
				peopleErrors,
				await db.write(setDisabled, { accountId: path.account_id, isDisabled: false, actor }),
			);
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
		...linkHandlers(parts),
		...settingsHandlers(db),
	});
}

/** @throws HttpError 404 */
async function describedAccount(db: Database, accountId: string, nowMs: number): Promise<AdminAccount> {
	const { rows } = await accountPage(db, { accountId }, { page: 1, perPage: 1 });
	return requireFound((await accountAnswers(db, rows, nowMs))[0]);
}

/** What hands out a link that works once. */
function linkHandlers({ db, hashKeys, base, mailing, passwords }: AdministrationParts) {
	async function passedOn(request: FastifyRequest, link: string, expiresAtMs: number, mail: ServiceMail) {
		const wasMailed = (await mailing()?.(request, mail)) ?? false;
		return { link, expires_at: isoTime(expiresAtMs), was_mailed: wasMailed };
	}

	return handlers(administrationRoutes)({
		async "POST /admin/accounts"({ body, actor, nowMs, request }) {
			const email = requireEmail(body.email);
			const accountId = `acct_${ulid(nowMs)}`;
			const outcome = await db.write(createAccount, {
				accountId,
				email,
				roles: [],
				isSignUp: false,
				actor,
				// Nobody learns this password: it only has to be replaced.
				passwordHash: await passwords.hash(oneTimePassword()),
				passwordExpiresAtMs: nowMs + INVITATION_MS,
			});
			if (outcome !== "created") throw peopleErrors.email_taken();
			const issued = await newResetToken({ db, hashKeys }, accountId, actor, INVITATION_MS);
			if (!issued) throw new Error(`account ${accountId} is gone`);
			const link = welcomeLink(base(request), issued.token);
			return {
				account: await describedAccount(db, accountId, nowMs),
				...(await passedOn(request, link, issued.expiresAtMs, invitationMail(email, link))),
			};
		},
		async "POST /admin/accounts/{account_id}/password-reset"({ path, actor, request }) {
			const issued = requireFound(await newResetToken({ db, hashKeys }, path.account_id, actor));
			const link = resetLink(base(request), issued.token);
			return passedOn(request, link, issued.expiresAtMs, resetMail(issued.email, link));
		},
	});
}

function settingsHandlers(db: Database) {
	return handlers(administrationRoutes)({
		async "GET /admin/settings"() {
			return settingsAnswer(await readPortalSettings(db.read));
		},
		async "PATCH /admin/settings"({ body, actor }) {
			const { sign_up_open: signUpOpen, keys_per_account: keysPerAccount, two_approvals_above: above } = body;
			const twoApprovalsAboveUnits =
				above === null || above === undefined ? above : givenUnits("two_approvals_above", above);
			const change = {
				signUpOpen,
				keysPerAccount,
				twoApprovalsAboveUnits,
				twoForAlerts: body.two_for_alerts,
				creditPrice: body.credit_price,
				currency: knownCurrency(body.currency),
				paymentNote: body.payment_note && (requirePlain("payment_note", body.payment_note.trim()) || null),
				actor,
			};
			return settingsAnswer(await db.write(changePortalSettings, change));
		},
	});
}

/** Administrators cannot disable themselves, since they could not undo it, and a stolen session must not remove their second factor. */
function requireAnother(person: Person, accountId: string): void {
	if (person.account.account_id === accountId) throw peopleErrors.own_account();
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
		name: account.name,
		members: Number(account.members),
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
		two_for_alerts: settings.twoForAlerts,
		credit_price: settings.creditPrice,
		currency: settings.currency,
		payment_note: settings.paymentNote,
	};
}

/** An account with the last use of any of its sessions, and the number of identities of a provider that sign in to it. */
interface SeenAccount extends AccountTable {
	readonly last_seen_at: number | null;
	readonly identities: number | null;
	/** Besides whoever opened it. */
	readonly members: number | null;
}

/** Accounts ordered by e-mail address, and the total. */
async function accountPage(
	db: Database,
	filter: { readonly search?: string | undefined; readonly accountId?: string },
	{ page, perPage }: Paging,
): Promise<{ rows: SeenAccount[]; total: number }> {
	let chosen = db.scan.selectFrom("account");
	if (filter.search) {
		const { search } = filter;
		chosen = chosen.where((set) =>
			set.or([contains(set.ref("account.email"), search), contains(set.ref("account.name"), search)]),
		);
	}
	if (filter.accountId !== undefined) chosen = chosen.where("account.account_id", "=", filter.accountId);
	const total = await countRows(chosen);
	const rows = await chosen
		.selectAll("account")
		.select((set) =>
			set
				.selectFrom("account_session")
				.select((inner) => inner.fn.max<number | null>("account_session.last_seen_at").as("seen"))
				.whereRef("account_session.account_id", "=", "account.account_id")
				.as("last_seen_at"),
		)
		.select((set) =>
			set
				.selectFrom("account_identity")
				.select((inner) => inner.fn.countAll<number>().as("count"))
				.whereRef("account_identity.account_id", "=", "account.account_id")
				.as("identities"),
		)
		.select((set) =>
			set
				.selectFrom("account_member")
				.select((inner) => inner.fn.countAll<number>().as("count"))
				.whereRef("account_member.account_id", "=", "account.account_id")
				.as("members"),
		)
		.orderBy("account.email")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total };
}
