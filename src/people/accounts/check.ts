import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";
import { isReadableJson } from "../../platform/readable-json.ts";

export interface AccountCheck {
	readonly accounts: number;
	readonly faults: readonly string[];
}

const PAGE = 1000;

/** Checks that the roles of all accounts can be read, and that every provider identity and every owner of a key has an account. */
export async function checkAccounts({ scan }: Pick<Database, "scan">): Promise<AccountCheck> {
	const faults: string[] = [];
	let accounts = 0;
	for await (const page of walk(
		scan.selectFrom("account").select(["account_id", "roles"]),
		"account_id",
		PAGE,
	)) {
		accounts += page.length;
		const unreadable = page.filter(({ roles }) => !isReadableJson(roles));
		faults.push(...unreadable.map(({ account_id }) => `${account_id}: its roles are unreadable`));
	}
	return { accounts, faults: [...faults, ...(await withoutAccount(scan))] };
}

async function withoutAccount(scan: Database["scan"]): Promise<string[]> {
	const identities = await scan
		.selectFrom("account_identity")
		.leftJoin("account", "account.account_id", "account_identity.account_id")
		.select(["account_identity.issuer", "account_identity.subject"])
		.where("account.account_id", "is", null)
		.execute();
	const clients = await scan
		.selectFrom("client")
		.leftJoin("account", "account.account_id", "client.owner_id")
		.select("client.client_id")
		.where("client.owner_id", "is not", null)
		.where("account.account_id", "is", null)
		.execute();
	return [
		...identities.map(
			({ issuer, subject }) => `${subject} of ${issuer} signs in to an account that does not exist`,
		),
		...clients.map(({ client_id }) => `${client_id} belongs to an account that does not exist`),
	];
}
