import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../../test/support/engines.ts";
import { defaultPolicy, issueClient } from "../../../clients/policy/service.ts";
import { approveTopUp } from "./changes.ts";
import { checkTopUps } from "./check.ts";

describe.each(engines)("$name", ({ open }) => {
	test("the top-up check reports each top-up that disagrees with the ledger, whichever of them was altered", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const issuing = {
			db,
			clock: { now: () => 1000 },
			hashKeys: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const,
		};
		const { clientId } = await issueClient(issuing, { ...defaultPolicy, name: "Shop" }, 0);
		const actor = { accountId: "acct_1", address: null, requestId: "req_1", atMs: 2000 };
		for (const topUpId of ["top_1", "top_2", "top_4", "top_5", "top_6"]) {
			await execute(`insert into top_up (top_up_id, client_id, account_id, units, state, requested_at)
				values ('${topUpId}', '${clientId}', 'acct_1', 500, 'requested', 1)`);
			await db.write(approveTopUp, { topUpId, note: null, actor });
		}
		expect(await checkTopUps(db)).toEqual({ approved: 5, faults: [] });

		await execute("update top_up set units = 700 where top_up_id = 'top_1'");
		await execute("update top_up set state = 'requested' where top_up_id = 'top_2'");
		await execute(`insert into top_up (top_up_id, client_id, account_id, units, state, requested_at)
			values ('top_3', '${clientId}', 'acct_1', 9, 'approved', 1)`);
		const ledgerRow = (topUpId: string) => `detail like '%"${topUpId}"%'`;
		await execute(`update ledger set units = 400 where ${ledgerRow("top_4")}`);
		await execute(`delete from ledger where ${ledgerRow("top_5")}`);
		await execute(`update ledger set detail = replace(detail, 'top_6', 'top_1') where ${ledgerRow("top_6")}`);
		const { faults } = await checkTopUps(db);
		expect(faults.map(({ problem }) => problem).toSorted()).toEqual([
			"top_1 is for 700 units, but 1000 were credited in 2 rows",
			"top_2 was credited, but is not approved",
			"top_3 is for 9 units, but 0 were credited in 0 rows",
			"top_4 is for 500 units, but 400 were credited in 1 rows",
			"top_5 is for 500 units, but 0 were credited in 0 rows",
			"top_6 is for 500 units, but 0 were credited in 0 rows",
		]);
		expect(new Set(faults.map((fault) => fault.clientId))).toEqual(new Set([clientId]));
	});
});
