import { describe, expect, onTestFinished, test } from "vitest";
import { verifiedBalance } from "../../test/support/ledger.ts";
import { startService, type TestClient, type TestService } from "../../test/support/service.ts";
import type { Database } from "../platform/db/database.ts";
import { DAY_MS, HOUR_MS } from "../platform/time/durations.ts";
import { aggregateUsage, trimAudit, trimSteps } from "./retention.ts";

/** Hours and days with a call every 7 hours, and the client that made them. */
async function lived(days: number): Promise<{ packshot: TestService; client: TestClient }> {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	packshot.clock.set(Date.UTC(2027, 0, 1, 0, 30));
	const issued = await packshot.client({}, "50");
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	for (let hours = 0; hours < days * 24; hours += 7) {
		await packshot.call("/products/4011?include=info", { token: await freshToken(packshot, issued) });
		packshot.clock.advance(7 * HOUR_MS);
	}
	return { packshot, client: issued };
}

async function freshToken(packshot: TestService, { clientId, apiKey }: TestClient): Promise<string> {
	const answer = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	return answer.body.access_token;
}

async function usage(packshot: TestService, client: TestClient, query: string) {
	const token = await freshToken(packshot, client);
	const { body } = await packshot.call(`/usage?from=2027-01-01&to=2027-01-06&${query}`, { token });
	return { series: body.series, totals: body.totals };
}

const rowsOf = (packshot: TestService, table: "audit" | "usage_hour" | "ledger") =>
	packshot.installation.db.read.selectFrom(table).selectAll().execute();

/** Takes steps until there is nothing more to delete. */
async function trimAll(db: Database, settings: Parameters<typeof trimSteps>[1], nowMs: number) {
	const step = trimSteps(db, settings, { now: () => nowMs });
	while (await step());
}

describe("after six days, with a retention of two", () => {
	test("daily and monthly totals, ledger and balance stay the same; an old day's hours merge into its first", async () => {
		const { packshot, client } = await lived(6);
		const daily = await usage(packshot, client, "granularity=day");
		const monthly = await usage(packshot, client, "granularity=month");
		const ledger = await packshot.ledger(client);
		const settings = { auditDays: 0, hourlyUsageDays: 2 };
		await trimAll(packshot.installation.db, settings, packshot.clock.now());

		expect(await usage(packshot, client, "granularity=day")).toEqual(daily);
		expect(await usage(packshot, client, "granularity=month")).toEqual(monthly);
		const hourly = await usage(packshot, client, "granularity=hour");
		expect(hourly.totals).toEqual(daily.totals);
		const used = hourly.series.filter((each: { requests: number }) => each.requests > 0);
		const hours = used.map(({ period }: { period: string }) => period);
		expect(hours.slice(0, 4)).toEqual([1, 2, 3, 4].map((day) => `2027-01-0${day}T00:00:00Z`));
		expect(hours.length).toBeGreaterThan(6);
		expect(await packshot.ledger(client)).toEqual(ledger);
		expect(verifiedBalance(ledger)).toBe(await packshot.balance(client));

		const old = async () =>
			(await rowsOf(packshot, "usage_hour")).filter((row) => row.hour < Date.UTC(2027, 0, 5));
		const folded = await old();
		await trimAll(packshot.installation.db, settings, packshot.clock.now());
		expect(await old()).toEqual(folded);
	});

	test("the audit keeps exactly the rows within its retention, and `0` keeps them forever", async () => {
		const { packshot } = await lived(6);
		const before = await rowsOf(packshot, "audit");
		const { db } = packshot.installation;
		await trimAll(db, { auditDays: 0, hourlyUsageDays: 0 }, packshot.clock.now());
		expect(await rowsOf(packshot, "audit")).toEqual(before);
		await trimAll(db, { auditDays: 2, hourlyUsageDays: 0 }, packshot.clock.now());
		const firstKeptMs = packshot.clock.now() - (packshot.clock.now() % DAY_MS) - 2 * DAY_MS;
		const after = await rowsOf(packshot, "audit");
		expect(after).toEqual(before.filter(({ at }) => at >= firstKeptMs));
		expect(after.length).toBeGreaterThan(3);
	});
});

test("one transaction deletes at most 500 rows, and none of another client", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const values = [..."ab"].flatMap((client) =>
		Array.from({ length: 1100 }, (_, at) => `('${client}', ${at}, 'req', 'GET', '/', 200, '::1', 0)`),
	);
	await packshot.alter(
		`insert into audit (client_id, at, request_id, method, route, status, address, units) values ${values.join()}`,
	);
	const left: number[] = [];
	const { db } = packshot.installation;
	for (let more = true; more; ) {
		more = await db.write(trimAudit, { clientId: "a", beforeMs: 1050 });
		left.push((await rowsOf(packshot, "audit")).length);
	}
	expect(left).toEqual([1700, 1200, 1150]);
	expect(await db.write(aggregateUsage, { clientId: "a", beforeMs: 1050 })).toBe(false);
});
