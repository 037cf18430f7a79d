import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ping } from "../../src/platform/db/ping.ts";
import { startService, type TestService } from "../support/service.ts";

/** What the health check costs, and that it is the truth. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_IP_REQUESTS_PER_MINUTE: "100000" } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const lastPing = async () => {
	const rows = packshot.installation.db.read.selectFrom("service_state").select("value");
	return (await rows.where("name", "=", "last_ping").executeTakeFirst())?.value;
};

/** Counts the pings that reach the database. */
function countPings() {
	const { db } = packshot.installation;
	const writing = vi.spyOn(db, "write");
	onTestFinished(() => writing.mockRestore());
	return () => writing.mock.calls.filter(([{ name }]) => name === ping.name).length;
}

test("a row is really written, once in five seconds however many ask with GET and HEAD", async () => {
	const pings = countPings();
	const ask = (_: unknown, place: number) =>
		packshot.call("/health", { method: place % 2 === 0 ? "GET" : "HEAD" });
	const answers = await Promise.all(Array.from({ length: 200 }, ask));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect([pings(), await lastPing()]).toEqual([1, String(packshot.clock.now())]);
	packshot.clock.advance(4999);
	await packshot.call("/health");
	expect(pings()).toBe(1);
	packshot.clock.advance(1);
	await packshot.call("/health");
	expect([pings(), await lastPing()]).toEqual([2, String(packshot.clock.now())]);
});

test("writes that wait are no answer within two seconds, for all callers, and are not repeated meanwhile", async () => {
	const pings = countPings();
	const release = await packshot.holdWrites();
	const ask = async () => {
		const { status, body } = await packshot.call("/health");
		return [status, body.checks.database];
	};
	const begunMs = performance.now();
	expect(await Promise.all([ask(), ask(), ask()])).toEqual(new Array(3).fill([503, "no answer"]));
	// Another five seconds on, the first write has still not ended.
	packshot.clock.advance(5000);
	const askedMs = performance.now();
	expect(await ask()).toEqual([503, "no answer"]);
	expect([pings(), performance.now() - askedMs < askedMs - begunMs]).toEqual([1, true]);
	await release();
	await expect.poll(ask).toEqual([200, "ok"]);
});

test("during maintenance nothing is written", async () => {
	const before = await lastPing();
	await packshot.alter("insert into service_state (name, value) values ('maintenance', 'soon')");
	packshot.clock.advance(5000);
	const { status, body } = await packshot.call("/health");
	await packshot.alter("delete from service_state where name = 'maintenance'");
	expect([status, body.status, body.checks.database]).toEqual([503, "maintenance", "ok"]);
	expect(await lastPing()).toBe(before);
});
