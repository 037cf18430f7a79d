import type { Installation } from "../installation.ts";
import { ROLES, type Role } from "../pages/contract.ts";
import { rolesOf } from "../pages/roles.ts";
import { allAccounts, findAccount, findAccountByEmail } from "../people/accounts/accounts.ts";
import { setProposesAs } from "../people/accounts/administration-changes.ts";
import { emailKey, normalEmail } from "../people/accounts/email.ts";
import { commandLineActor, issueAccount } from "../people/accounts/new-account.ts";
import { newResetToken, resetLink } from "../people/accounts/reset-links.ts";
import { setRoles } from "../people/accounts/role-changes.ts";
import { LONGEST_OWNERSHIP } from "../people/pages/administration/contract.ts";
import type { AccountTable } from "../people/tables.ts";
import { isoTime } from "../platform/time/clock.ts";
import { type AddCommand, CommandFailure, examples, UsageFailure } from "./command-line.ts";
import { collect, plainText } from "./plain-option.ts";
import { type Column, tableLines } from "./table.ts";

export const addUser: AddCommand = (program, line) => {
	const user = program
		.command("user")
		.description("manage users of the web pages: create, list, update, reset-password");
	addCreate(user, line);
	addList(user, line);
	addUpdate(user, line);
	addResetPassword(user, line);
};

const addCreate: AddCommand = (user, line) => {
	user
		.command("create")
		.description(
			"create an account; its one-time password is shown once and must be changed at the first sign-in",
		)
		.requiredOption("--email <email>", "e-mail address to sign in with")
		.option("--admin", "allow everything; the same as --role administrator", false)
		.option("--role <role>", `${ROLES.join(", ")}; repeatable`, collect)
		.option("--proposes-as <ownership>", "allow proposing pictures and metadata under this ownership")
		.addHelpText(
			...examples(
				"user create --email boss@example.com --admin",
				"user create --email books@example.com --role accountant",
				'user create --email bakery@example.com --proposes-as "Golden Sheaf Bakery"',
			),
		)
		.action((options: { email: string; admin: boolean; role?: string[]; proposesAs?: string }) => {
			const email = requireEmail(options.email);
			const roles = requireRoles([...(options.role ?? []), ...(options.admin ? ["administrator"] : [])]);
			const proposesAs = ownershipOf(options.proposesAs) ?? null;
			return line.withNewInstallation(async (installation) => {
				const issued = await issueAccount(installation, { email, roles, proposesAs });
				if (!issued) throw new CommandFailure(`there is already an account ${email}`);
				const document = {
					account_id: issued.accountId,
					email,
					is_administrator: roles.includes("administrator"),
					roles,
					proposes_as: proposesAs,
					one_time_password: issued.password,
				};
				line.print(document, [
					`email              ${email}`,
					`one-time password  ${issued.password}`,
					"It works for 7 days and has to be changed at the first sign-in.",
				]);
			});
		});
};

const addList: AddCommand = (user, line) => {
	user
		.command("list")
		.description("list all accounts")
		.addHelpText(...examples("user list"))
		.action(() =>
			line.withInstallation(async ({ db }) => {
				const accounts = (await allAccounts(db)).map((account) => ({
					account_id: account.account_id,
					email: account.email,
					is_administrator: rolesOf(account).includes("administrator"),
					roles: rolesOf(account),
					is_disabled: account.disabled_at !== null,
					totp_enabled: account.totp_confirmed_at !== null,
					proposes_as: account.proposes_as,
					created: isoTime(account.created_at),
				}));
				line.print(
					accounts,
					tableLines(accounts, LISTED, "there are no accounts; create one with packshot user create"),
				);
			}),
		);
};

const addUpdate: AddCommand = (user, line) => {
	user
		.command("update <email>")
		.description(
			"change the roles of an account, or the ownership it proposes under; takes effect with its next request",
		)
		.option("--role <role>", `${ROLES.join(", ")}; repeatable, replaces its current roles`, collect)
		.option("--no-role", "remove all roles: the account only manages its own keys")
		.option("--proposes-as <ownership>", "allow proposing under this ownership; `none` revokes it")
		.addHelpText(
			...examples(
				"user update books@example.com --role accountant --role tracer",
				"user update books@example.com --no-role",
				'user update bakery@example.com --proposes-as "Golden Sheaf Bakery"',
				"user update bakery@example.com --proposes-as none",
			),
		)
		.action((text: string, options: { role?: string[] | false; proposesAs?: string }) => {
			const change = givenChange(options);
			return line.withInstallation(async (installation) => {
				const account = await changeAccount(installation, await existingAccount(installation, text), change);
				const { account_id, email, proposes_as } = account;
				const roles = rolesOf(account);
				line.print({ account_id, email, roles, proposes_as }, [
					`${email}: ${roles.join(", ") || "no roles"}`,
					...(proposes_as === null ? [] : [`proposes as: ${proposes_as}`]),
				]);
			});
		});
};

interface AccountChange {
	/** Undefined leaves the roles unchanged. */
	readonly roles: Role[] | undefined;
	/** Undefined leaves it unchanged; null: the account may not propose. */
	readonly proposesAs: string | null | undefined;
}

/** @throws UsageFailure when nothing is to be changed, or a value is invalid. */
function givenChange(options: { role?: string[] | false; proposesAs?: string }): AccountChange {
	const { role, proposesAs } = options;
	if (role === undefined && proposesAs === undefined) {
		throw new UsageFailure("specify what to change: --role, --no-role or --proposes-as");
	}
	return {
		roles: role === undefined ? undefined : requireRoles(role || []),
		proposesAs: ownershipOf(proposesAs),
	};
}

/** Makes the change with the same commands as the pages. @returns the account afterwards. @throws CommandFailure when the change is not allowed. */
async function changeAccount(
	{ db, clock }: Installation,
	{ account_id: accountId, email }: AccountTable,
	{ roles, proposesAs }: AccountChange,
): Promise<AccountTable> {
	const actor = commandLineActor(clock.now());
	if (roles) {
		const outcome = await db.write(setRoles, { accountId, roles, actor });
		if (outcome === "last_administrator") {
			throw new CommandFailure(`${email} is the only administrator: give somebody else that role first`);
		}
	}
	if (proposesAs !== undefined) await db.write(setProposesAs, { accountId, proposesAs, actor });
	const account = await findAccount(db.read, accountId);
	if (!account) throw new CommandFailure(`there is no account ${email}`);
	return account;
}

/** The value of `--proposes-as`; `none` gives null. @throws UsageFailure for what cannot be displayed as a name. */
function ownershipOf(text: string | undefined): string | null | undefined {
	const ownership = plainText("--proposes-as", text, LONGEST_OWNERSHIP)?.trim();
	return ownership === "none" ? null : ownership;
}

/** @throws UsageFailure for an unknown role. */
function requireRoles(given: readonly string[]): Role[] {
	const known: readonly string[] = ROLES;
	const unknown = given.find((role) => !known.includes(role));
	if (unknown !== undefined) throw new UsageFailure(`--role takes ${ROLES.join(", ")}, not "${unknown}"`);
	return ROLES.filter((role) => given.includes(role));
}

const addResetPassword: AddCommand = (user, line) => {
	user
		.command("reset-password <email>")
		.description("create a one-time link for setting a new password, for you to pass on")
		.option("--url <base>", "base URL of the web pages", "http://127.0.0.1:8080")
		.addHelpText(...examples("user reset-password boss@example.com --url https://photos.example.com"))
		.action((text: string, options: { url: string }) =>
			line.withInstallation(async (installation) => {
				const { account_id: accountId, email } = await existingAccount(installation, text);
				const { db, clock, secrets } = installation;
				const actor = commandLineActor(clock.now());
				const issued = await newResetToken({ db, hashKeys: secrets.hashKeys }, accountId, actor);
				if (!issued) throw new CommandFailure(`there is no account ${email}`);
				const base = line.config().images.publicUrl ?? options.url;
				const link = resetLink(base.replace(/\/+$/, ""), issued.token);
				const expires = isoTime(issued.expiresAtMs);
				line.print({ email, link, expires }, [link, `It works once, until ${expires}.`]);
			}),
		);
};

interface ListedAccount {
	readonly account_id: string;
	readonly email: string;
	readonly roles: readonly Role[];
	readonly is_disabled: boolean;
	readonly totp_enabled: boolean;
	readonly proposes_as: string | null;
}

const LISTED: readonly Column<ListedAccount>[] = [
	{ head: "ACCOUNT_ID", text: (each) => each.account_id },
	{ head: "STATE", text: (each) => (each.is_disabled ? "disabled" : "open") },
	{ head: "ROLES", text: (each) => each.roles.join(", ") || "account holder" },
	{ head: "2FA", text: (each) => (each.totp_enabled ? "on" : "off") },
	{ head: "PROPOSES_AS", text: (each) => each.proposes_as ?? "-" },
	{ head: "EMAIL", text: (each) => each.email },
];

/** The account with this address. @throws CommandFailure when there is none, UsageFailure when it is not an e-mail address. */
export async function existingAccount({ db }: Pick<Installation, "db">, text: string) {
	const email = emailKey(text);
	if (!email.includes("@")) throw new UsageFailure(`"${text}" is not an e-mail address`);
	const account = await findAccountByEmail(db.read, email);
	if (!account) throw new CommandFailure(`there is no account ${email}`);
	return account;
}

function requireEmail(text: string): string {
	const email = normalEmail(text);
	if (email === undefined) throw new UsageFailure(`"${text}" is not an e-mail address in ASCII letters`);
	return email;
}
