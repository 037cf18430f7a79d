import type { Installation } from "../installation.ts";
import { isoTime } from "../platform/clock.ts";
import { allAccounts, findAccountByEmail } from "../portal/accounts/accounts.ts";
import { normalEmail } from "../portal/accounts/email.ts";
import { commandLineActor, issueAccount } from "../portal/accounts/new-account.ts";
import { newResetToken, resetLink } from "../portal/accounts/reset-links.ts";
import { type AddCommand, CommandFailure, UsageFailure } from "./command-line.ts";

export const addUser: AddCommand = (program, line) => {
	const user = program
		.command("user")
		.description("people who sign in to the pages: create, list, reset-password");

	user
		.command("create")
		.description(
			"open an account; its one-time password is shown once and has to be changed at the first sign-in",
		)
		.requiredOption("--email <email>", "e-mail address to sign in with")
		.option("--admin", "may approve top-ups and look after accounts", false)
		.action((options: { email: string; admin: boolean }) => {
			const email = requireEmail(options.email);
			return line.withInstallation(async (installation) => {
				const issued = await issueAccount(installation, { email, isAdministrator: options.admin });
				if (!issued) throw new CommandFailure(`there is an account ${email} already`);
				const document = {
					account_id: issued.accountId,
					email,
					is_administrator: options.admin,
					one_time_password: issued.password,
				};
				line.print(document, [
					`email              ${email}`,
					`one-time password  ${issued.password}`,
					"It works for 7 days and has to be changed at the first sign-in.",
				]);
			});
		});

	user
		.command("list")
		.description("list all accounts")
		.action(() =>
			line.withInstallation(async ({ db }) => {
				const accounts = (await allAccounts(db)).map((account) => ({
					account_id: account.account_id,
					email: account.email,
					is_administrator: account.is_administrator === 1,
					is_disabled: account.disabled_at !== null,
					totp_enabled: account.totp_confirmed_at !== null,
					created: isoTime(account.created_at),
				}));
				line.print(
					accounts,
					accounts.map(
						(each) =>
							`${each.account_id}  ${each.is_disabled ? "disabled" : "open    "}  ${each.is_administrator ? "admin" : "     "}  ${each.email}`,
					),
				);
			}),
		);

	user
		.command("reset-password <email>")
		.description("make a one-time link to set a new password with; hand it over yourself")
		.option("--url <base>", "address of the pages", "http://127.0.0.1:8080")
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

/** The account with this address. @throws CommandFailure when there is none, UsageFailure when it is no address. */
export async function existingAccount({ db }: Pick<Installation, "db">, text: string) {
	const email = requireEmail(text);
	const account = await findAccountByEmail(db.read, email);
	if (!account) throw new CommandFailure(`there is no account ${email}`);
	return account;
}

function requireEmail(text: string): string {
	const email = normalEmail(text);
	if (email === undefined) throw new UsageFailure(`"${text}" is not an e-mail address`);
	return email;
}
