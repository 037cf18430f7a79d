import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { createAccount } from "./accounts.ts";
import { checkAccounts } from "./check.ts";

describe.each(engines)("$name", ({ open }) => {
	test("the account check reports unreadable roles, and sign-ins and keys of missing accounts", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		await db.write(createAccount, {
			accountId: "acct_1",
			email: "person@example.com",
			passwordHash: "none",
			passwordExpiresAtMs: null,
			roles: ["accountant"],
			isSignUp: false,
			actor: { accountId: null, address: null, requestId: "req_1", atMs: 1 },
		});
		const issuing = {
			db,
			clock: { now: () => 1000 },
			hashKeys: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const,
		};
		const { clientId } = await issueClient(issuing, { ...defaultPolicy, name: "Shop" }, 0, "acct_1");
		await execute(
			"insert into account_identity (issuer, subject, account_id, linked_at) values ('https://accounts.example', 'p1', 'acct_1', 1)",
		);
		expect(await checkAccounts(db)).toEqual({ accounts: 1, faults: [] });

		await execute("update account set roles = 'accountant'");
		expect((await checkAccounts(db)).faults).toEqual(["acct_1: its roles are unreadable"]);
		await execute("update client set owner_id = null where buyer_id is not null");
		await execute("delete from account");
		expect(await checkAccounts(db)).toEqual({
			accounts: 0,
			faults: [
				"p1 of https://accounts.example signs in to an account that does not exist",
				`${clientId} belongs to an account that does not exist`,
			],
		});
	});
});
