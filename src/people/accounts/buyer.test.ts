import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { createAccount } from "./accounts.ts";
import { giveMissingBuyers } from "./buyer.ts";

describe.each(engines)("on $name", ({ open }) => {
	test("accounts of earlier versions get a client to buy with, and only one when several servers start", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		for (const accountId of ["acct_1", "acct_2"]) {
			await db.write(createAccount, {
				accountId,
				email: `${accountId}@example.com`,
				passwordHash: "none",
				passwordExpiresAtMs: null,
				roles: [],
				isSignUp: false,
				actor: { accountId: null, address: null, requestId: "req_1", atMs: 1 },
			});
		}
		const buyers = async () =>
			(await db.read.selectFrom("client").selectAll().orderBy("buyer_id").execute()).flatMap(
				({ buyer_id, owner_id, name }) => (buyer_id === null ? [] : [[buyer_id, owner_id, name]]),
			);
		const all = await buyers();
		expect(all).toEqual([
			["acct_1", "acct_1", "acct_1@example.com"],
			["acct_2", "acct_2", "acct_2@example.com"],
		]);
		await execute("update client set buyer_id = null where buyer_id = 'acct_2'");
		await Promise.all([1, 2, 3].map(() => giveMissingBuyers(db, 2000)));
		expect(await buyers()).toEqual(all);
	});
});
