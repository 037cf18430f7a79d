import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browser, newKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
const URL = "https://93.184.215.14/hooks";
const GET = "GET /keys/{client_id}/webhook";
const PUT = "PUT /keys/{client_id}/webhook";
const TEST = "POST /keys/{client_id}/webhook/test";
const DELETE = "DELETE /keys/{client_id}/webhook";
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_WEBHOOKS: "on" },
	});
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

async function owner() {
	const person = await newPerson(packshot);
	const { clientId } = await newKey(person);
	return { person, clientId, path: { client_id: clientId } };
}

async function events(subject: string): Promise<string[]> {
	const rows = await packshot.installation.db.read
		.selectFrom("portal_event")
		.select("action")
		.where("subject", "=", subject)
		.orderBy("id")
		.execute();
	return rows.map(({ action }) => action);
}

test("a webhook is set, tested and removed, showing its secret once and logging an event each time", async () => {
	const { person, clientId, path } = await owner();
	expect((await person.ask(GET, { path })).body).toEqual({ webhook: null, attempts: [] });
	const set = await person.ask(PUT, { path, body: { url: URL } });
	expect([set.status, set.body]).toEqual([200, { url: URL, secret: expect.stringMatching(/^whsec_/) }]);
	const shown = await person.ask(GET, { path });
	expect(shown.body.webhook).toMatchObject({ url: URL, active: true, failing: [], test_waiting: false });
	expect(shown.text).not.toContain(set.body.secret);
	expect((await person.ask(TEST, { path })).status).toBe(202);
	expect((await person.ask(GET, { path })).body.webhook.test_waiting).toBe(true);
	const again = await person.ask(TEST, { path });
	expect([again.status, again.body.error, again.headers.get("retry-after")]).toEqual([
		429,
		"rate_limited",
		"1",
	]);
	expect((await person.ask("GET /keys/{client_id}", { path })).body.webhook_state).toBe("active");
	expect((await person.ask(DELETE, { path })).status).toBe(204);
	expect((await person.ask(GET, { path })).body.webhook).toBeNull();
	expect((await events(clientId)).slice(1)).toEqual(["webhook.set", "webhook.tested", "webhook.removed"]);
});

test("which events it gets is chosen, and stays until it is chosen anew", async () => {
	const { person, path } = await owner();
	const set = (body: object) => person.ask(PUT, { path, body: { url: URL, ...body } });
	const shown = async () => (await person.ask(GET, { path })).body.webhook.events;
	await set({});
	expect(await shown()).toEqual(["products.changed", "balance.low"]);
	await set({ events: ["kosher.alert"] });
	expect(await shown()).toEqual(["kosher.alert"]);
	await set({});
	expect(await shown()).toEqual(["kosher.alert"]);
	const wrong = await set({ events: ["kosher.alerts"] });
	expect([wrong.status, wrong.body.error]).toEqual([400, "bad_request"]);
});

describe("rejects", () => {
	test("a URL that the API rejects, without setting or logging anything", async () => {
		const { person, clientId, path } = await owner();
		for (const url of ["https://127.0.0.1/", "http://93.184.215.14/", "https://a:b@93.184.215.14/"]) {
			const { status, body } = await person.ask(PUT, { path, body: { url } });
			expect([status, body.error]).toEqual([400, "bad_request"]);
		}
		expect((await person.ask(GET, { path })).body.webhook).toBeNull();
		expect(await events(clientId)).toEqual(["key.created"]);
	});

	test("testing or removing a webhook when there is none", async () => {
		const { person, path } = await owner();
		for (const name of [TEST, DELETE] as const) {
			const { status, body } = await person.ask(name, { path });
			expect([status, body.error]).toEqual([404, "not_found"]);
		}
	});

	test("a webhook for a revoked key", async () => {
		const { person, path } = await owner();
		await person.ask("POST /keys/{client_id}/revoke", { path, body: { confirm: "A shop" } });
		const { status, body } = await person.ask(PUT, { path, body: { url: URL } });
		expect([status, body.error]).toEqual([409, "key_not_active"]);
	});
});

test("a switched-off webhook is shown as such, also on the key, until it is set again", async () => {
	const { person, clientId, path } = await owner();
	await person.ask(PUT, { path, body: { url: URL } });
	await packshot.alter(
		`update webhook set active = 0, switched_off_at = 1, last_failure_at = 1, last_failure_reason = 'timed_out' where client_id = '${clientId}'`,
	);
	expect((await person.ask("GET /keys/{client_id}", { path })).body.webhook_state).toBe("off");
	expect((await person.ask(GET, { path })).body.webhook).toMatchObject({
		active: false,
		switched_off_at: "1970-01-01T00:00:00.001Z",
		last_failure: { reason: "timed_out" },
	});
	await person.ask(PUT, { path, body: { url: URL } });
	expect((await person.ask("GET /keys/{client_id}", { path })).body.webhook_state).toBe("active");
});

test("with webhooks off, GET /session reports it and every webhook route is 404", async () => {
	const service = await startService();
	try {
		const person = await newPerson(service);
		const { clientId: client_id } = await newKey(person);
		expect((await browser(service).ask("GET /session")).body.service.webhooks).toBe(false);
		for (const name of [GET, PUT, TEST, DELETE] as const) {
			const { status } = await person.ask(name, { path: { client_id }, body: { url: URL } });
			expect([name, status]).toEqual([name, 404]);
		}
	} finally {
		await service.close();
	}
});
