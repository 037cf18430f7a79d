import { expect, onTestFinished, test } from "vitest";
import { verifiedBalance } from "../../test/support/ledger.ts";
import { newPerson } from "../../test/support/portal.ts";
import { startService, type TestClient } from "../../test/support/service.ts";
import { addUpDays } from "../billing/usage/add-up-days.ts";
import { checkDays } from "../billing/usage/check-days.ts";
import { loadDemoHistory } from "./load-demo-history.ts";

test("one demo key has the announced balance, the other a low one and an insufficient_credits refusal", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const holder = await newPerson(packshot);
	const { db, clock, secrets } = packshot.installation;
	const people = { holderId: holder.accountId, administratorId: administrator.accountId };
	// As a server does when started on an empty installation.
	await addUpDays(db, clock);
	const { clientId } = await loadDemoHistory({ db, clock, hashKeys: secrets.hashKeys }, people, 2_500_000);

	const { body } = await holder.ask("GET /keys");
	const [first, second] = body.data.toSorted((a: { credit_balance: number }) =>
		a.credit_balance === 250 ? -1 : 1,
	);
	expect(first).toMatchObject({ client_id: clientId, credit_balance: 250, balance_is_low: false });
	expect(second).toMatchObject({ balance_is_low: true, state: "active" });
	for (const { client_id } of body.data) {
		const ledger = await packshot.ledger({ clientId: client_id } as TestClient);
		expect(verifiedBalance(ledger)).toBe(await packshot.balance({ clientId: client_id } as TestClient));
		expect(Math.min(...ledger.map(({ balance_after }) => balance_after))).toBeGreaterThanOrEqual(0);
	}
	expect((await checkDays(db)).faults).toEqual([]);
	const overview = await administrator.ask("GET /admin/overview");
	const used = overview.body.series.filter(({ requests }: { requests: number }) => requests > 0);
	expect(used.length).toBeGreaterThan(1);
	const path = { client_id: second.client_id };
	const refusals = await holder.ask("GET /keys/{client_id}/refusals", { path, query: { days: 90 as never } });
	expect(refusals.body.data.map(({ error }: { error: string }) => error)).toContain("insufficient_credits");
	const waiting = await administrator.ask("GET /admin/top-ups", { query: { state: "requested" } as never });
	expect(waiting.body.data.map((topUp: { client_id: string }) => topUp.client_id)).toEqual([
		second.client_id,
	]);
});
