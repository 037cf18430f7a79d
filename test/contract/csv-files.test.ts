import { expect, onTestFinished, test } from "vitest";
import type { PortalRoute } from "../../src/pages/contract.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import type { RouteName } from "../../src/routes.ts";
import { doNextTask, upload } from "../support/imports.ts";
import { fundedKey, newPerson } from "../support/portal.ts";
import { queries } from "../support/portal-bodies.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { routes } from "../support/routes.ts";
import { startService } from "../support/service.ts";

test("every CSV of the pages begins with the mark by which spreadsheets know UTF-8", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const boss = await newPerson(packshot, { isAdministrator: true });
	const barcode = newBarcode();
	await packshot.product(everyScope(barcode));
	const { path } = await fundedKey(packshot, boss, boss, 10);
	const body = { items: [{ barcode }], idempotency_key: "order-key-of-a-page-1" };
	const { order_id } = (await boss.ask("POST /keys/{client_id}/orders", { path, body })).body;
	const import_id = await upload(packshot, boss, "spring.ndjson", "nonsense\n");
	await doNextTask(packshot);
	const ids: Record<string, string> = { ...path, order_id, import_id };
	const names = (Object.keys(routes) as RouteName[]).filter((name) =>
		(routes[name] as PortalRoute).media?.includes("text/csv"),
	);
	expect(names.length).toBeGreaterThanOrEqual(5);
	for (const name of names) {
		const at = name.slice("GET ".length).replace(/\{(\w+)\}/g, (_, id) => ids[id] ?? "");
		const answer = await fetch(
			`${packshot.origin}${PORTAL_PATH}${at}?${new URLSearchParams(queries[name])}`,
			{
				headers: { cookie: boss.cookie ?? "" },
			},
		);
		const bytes = Buffer.from(await answer.arrayBuffer());
		expect([name, answer.status, bytes.subarray(0, 3).toString("hex")]).toEqual([name, 200, "efbbbf"]);
	}
});
