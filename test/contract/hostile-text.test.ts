import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, newKey, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let administrator: Browser & { accountId: string };
let person: Browser & { accountId: string };
let key: { client_id: string };
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	person = await newPerson(packshot);
	key = { client_id: (await newKey(person)).clientId };
});
afterAll(() => packshot.close());

const UNSTORABLE = [
	["NUL", "a\0b"],
	["half a surrogate pair", "a\ud800b"],
] as const;

const UNSEEN = [
	["a terminal escape", "Shop\u001b[2J"],
	["a forged line", "Shop\n   9.9   1.0e-30   ps_client_innocent"],
	["a C1 control", "Shop\u009b2J"],
	["a bidirectional override", "Shop\u202egnp"],
	["a line separator", "Shop\u2028next"],
	...UNSTORABLE,
] as const;

describe.each(UNSEEN)("a name with %s", (_what, name) => {
	test("is refused for a new key and for an existing one", async () => {
		const made = await person.ask("POST /keys", { body: { client_name: name } });
		expect([made.status, made.body.error]).toEqual([400, "bad_request"]);
		expect(made.body.message).toContain("client_name");
		const renamed = await person.ask("PATCH /keys/{client_id}", { path: key, body: { client_name: name } });
		expect(renamed.status).toBe(400);
		expect((await person.ask("GET /keys/{client_id}", { path: key })).body.client_name).toBe("A shop");
	});
});

describe.each(UNSEEN.filter(([what]) => what !== "a forged line"))("a note with %s", (_what, note) => {
	test("is refused when requesting a top-up and when deciding on one", async () => {
		const asked = await person.ask("POST /keys/{client_id}/top-ups", {
			path: key,
			body: { credits: 1, note },
		});
		expect([asked.status, asked.body.error]).toEqual([400, "bad_request"]);
		for (const name of [
			"POST /admin/top-ups/{top_up_id}/approve",
			"POST /admin/top-ups/{top_up_id}/reject",
		] as const) {
			const decided = await administrator.ask(name, { path: { top_up_id: "top_1" }, body: { note } });
			expect(decided.status).toBe(400);
		}
	});
});

test("a note may contain line breaks", async () => {
	const body = { credits: 1, note: "invoice 7\nfor the spring" };
	const { status, body: topUp } = await person.ask("POST /keys/{client_id}/top-ups", { path: key, body });
	expect([status, topUp.note]).toEqual([201, "invoice 7\nfor the spring"]);
});

describe("text that no database can store", () => {
	test("is 404 in a path of the portal", async () => {
		const path = { client_id: "ps_client_a\0", session_id: "a\0", top_up_id: "a\0", account_id: "a\0" };
		for (const name of ["GET /keys/{client_id}", "GET /keys/{client_id}/ledger"] as const) {
			expect((await person.ask(name, { path })).status).toBe(404);
		}
		expect((await person.ask("DELETE /sessions/{session_id}", { path })).status).toBe(404);
		const disabled = await administrator.ask("POST /admin/accounts/{account_id}/disable", { path });
		expect(disabled.status).toBe(404);
		const approve = "POST /admin/top-ups/{top_up_id}/approve";
		expect((await administrator.ask(approve, { path, body: {} })).status).toBe(404);
	});

	test("is 400 in a search of the portal", async () => {
		const searched = await administrator.ask("GET /admin/accounts", { query: { search: "a\0" } });
		expect([searched.status, searched.body.error]).toEqual([400, "bad_request"]);
		for (const query of [{ subject: "a\0" }, { person: "a\0" }]) {
			expect((await administrator.ask("GET /admin/events", { query })).status).toBe(400);
		}
	});

	test.each(UNSTORABLE)("is 400 in credentials: %s", async (_what, text) => {
		const signIn = (body: object) => person.ask("POST /session", { body });
		expect((await signIn({ email: `${text}@example.com`, password: PASSWORD })).status).toBe(400);
		expect((await signIn({ email: "a@example.com", password: text })).status).toBe(400);
		const reset = { token: text, password: PASSWORD };
		expect((await person.ask("POST /password-reset", { body: reset })).status).toBe(400);
	});

	test.each(["%00", "a%00b", "%ED%A0%80"])(
		"causes no 5xx from /api/v1 in a path or a query: %s",
		async (text) => {
			const client = await packshot.client();
			for (const path of [
				`/products/${text}`,
				`/products/${text}/image`,
				`/products/4011?include=${text}`,
				`/products?ownership=${text}`,
				`/metadata/products?has=${text}`,
				`/image/${text}`,
				`/usage?from=${text}`,
			]) {
				const { status } = await packshot.call(path, { client });
				expect([path, status < 500]).toEqual([path, true]);
			}
		},
	);

	test.each(UNSTORABLE)("is 400 or 401 in a body sent to /api/v1: %s", async (_what, text) => {
		const { clientId } = await packshot.client();
		for (const [path, json] of [
			["/auth/token", { client_id: text, api_key: text }],
			["/auth/token", { client_id: clientId, api_key: text }],
			["/auth/refresh", { refresh_token: text }],
		] as const) {
			const { status } = await packshot.call(path, { json });
			expect([400, 401]).toContain(status);
		}
	});
});
