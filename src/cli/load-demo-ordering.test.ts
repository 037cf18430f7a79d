import { expect, onTestFinished, test } from "vitest";
import { newPerson } from "../../test/support/portal.ts";
import { letPropose } from "../../test/support/proposals.ts";
import { startService, type TestClient } from "../../test/support/service.ts";
import { addUpDays } from "../billing/usage/add-up-days.ts";
import { loadDemoHistory } from "./load-demo-history.ts";
import { GIVEN_UNITS, loadDemoOrdering, ORDERED } from "./load-demo-ordering.ts";
import { loadDemoProposals } from "./load-demo-proposals.ts";

test("the demo has an order, a basket, a list, proposals, thirty days of use and the announced balance", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const holder = await newPerson(packshot);
	await letPropose(administrator, holder, "Demo shop");
	const { installation } = packshot;
	const { db, clock, secrets } = installation;
	for (const barcode of ORDERED) {
		await packshot.product({ barcode, info: { product_name: "Matzah" } });
		await packshot.picture(barcode, "front", { sidePx: 64 });
	}
	// As a service does that runs while the demo's pictures are being rendered.
	await addUpDays(db, clock);

	const people = { holderId: holder.accountId, administratorId: administrator.accountId };
	const issuing = { db, clock, hashKeys: secrets.hashKeys };
	const { clientId } = await loadDemoHistory(issuing, people, 2_500_000);
	await loadDemoOrdering(installation, holder.accountId, 30);
	await loadDemoProposals(installation, people);

	expect(await packshot.balance({ clientId } as TestClient)).toBe(2_500_000);
	const { body: keys } = await holder.ask("GET /keys");
	const path = { client_id: keys.account.client_id };
	const { body: orders } = await holder.ask("GET /keys/{client_id}/orders", { path });
	const [{ credits }] = orders.data;
	expect(orders.data).toMatchObject([{ name: "Autumn flyer", line_count: ORDERED.length }]);
	expect(keys.account.credit_balance).toBeCloseTo(GIVEN_UNITS / 10_000 - credits, 4);
	expect(credits).toBeGreaterThan(0);
	const today = keys.data.find((key: { client_id: string }) => key.client_id === clientId);
	expect(today.limits.remaining_today).toBeLessThan(today.limits.requests_per_day);
	expect((await holder.ask("GET /basket")).body.items).toHaveLength(4);
	expect((await holder.ask("GET /lists")).body.data).toMatchObject([{ name: "מדף סוכות" }]);
	const { body: waiting } = await administrator.ask("GET /admin/review", { query: { state: "waiting" } });
	expect(waiting.data.map(({ pictures }: { pictures: unknown[] }) => pictures.length).toSorted()).toEqual([
		0, 1,
	]);
	const { body: overview } = await administrator.ask("GET /admin/overview");
	const used = overview.series.map(({ requests }: { requests: number }) => requests > 0);
	expect(used).toEqual(Array.from({ length: 30 }, () => true));
});
