import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let one: Person;
let two: Person;
let clientId: string;
let dayTwo: string;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	administrator = await newPerson(packshot, { isAdministrator: true, email: "boss@example.com" });
	one = await newPerson(packshot, { email: "one@shop.example" });
	two = await newPerson(packshot, { email: "two@shop.example" });
	clientId = (await newKey(one, "=Bakery, בית לחם")).clientId;
	await newKey(two, "Butcher");
	packshot.clock.advance(86_400_000);
	dayTwo = new Date(packshot.clock.now()).toISOString().slice(0, 10);
	const path = { client_id: clientId };
	const topUp = await one.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 12.5 } });
	await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", {
		path: { top_up_id: topUp.body.top_up_id },
		body: {},
	});
});
afterAll(() => packshot.close());

const events = async (query: Record<string, string> = {}) =>
	(await administrator.ask("GET /admin/events", { query })).body;
const said = async (query: Record<string, string>) =>
	(await events(query)).data.map(({ what }: { what: string }) => what);

// Isolated, so that its direction does not turn the sentence.
const BAKERY = "\u2068=Bakery, בית לחם\u2069";
const CREATED = `Key ${BAKERY} created`;
const ASKED = `Top-up of 12.5 credits for ${BAKERY} asked for`;
const APPROVED = `Top-up of 12.5 credits for ${BAKERY} approved`;

describe("searching the activity log", () => {
	test("finds events by client name or id", async () => {
		expect(await said({ client: "בית לחם" })).toEqual([APPROVED, ASKED, CREATED]);
		expect(await said({ client: clientId })).toEqual([APPROVED, ASKED, CREATED]);
		expect(await said({ client: "nobody's" })).toEqual([]);
	});

	test("finds events by person; those of several matching people come in one order", async () => {
		expect(await said({ person: "boss" })).toEqual([APPROVED]);
		expect(await said({ person: "SHOP.example" })).toEqual([ASKED, "Key Butcher created", CREATED]);
		expect(await said({ person: one.accountId, client: "bakery" })).toEqual([ASKED, CREATED]);
	});

	test("finds events by request id, address and day", async () => {
		const [{ request_id }] = (await events({ client: clientId })).data;
		expect(await said({ request_id })).toEqual([APPROVED]);
		expect(await said({ address: "192.0.2.200" })).toEqual([]);
		expect(await said({ address: "127.0.0.1", from: dayTwo, to: dayTwo })).toEqual([APPROVED, ASKED]);
		expect(await said({ client: clientId, to: "2020-01-01" })).toEqual([]);
	});

	test("returns each event once across pages, even if many events have the same time", async () => {
		const all = (await events()).data.map(({ event_id }: { event_id: number }) => event_id);
		const paged: number[] = [];
		let after: string | null = "";
		while (after !== null) {
			const { data, next } = await events({ limit: "2", ...(after ? { after } : {}) });
			paged.push(...data.map(({ event_id }: { event_id: number }) => event_id));
			after = next;
		}
		expect(paged).toEqual(all);
		expect(all.length).toBeGreaterThan(5);
	});

	test("400 for part of a name that matches more than 20 people, and for an invalid cursor", async () => {
		for (let place = 0; place < 21; place++) await newPerson(packshot, { email: `many${place}@example.org` });
		const answer = await administrator.ask("GET /admin/events", { query: { person: "many" } });
		expect([answer.status, answer.body.message]).toEqual([
			400,
			"person: matches more than 20; type more of it.",
		]);
		expect((await administrator.ask("GET /admin/events", { query: { after: "x" } })).status).toBe(400);
	});
});

test("the activity log is exported as CSV with formula cells escaped", async () => {
	const answer = await administrator.ask("GET /admin/events.csv", { query: { client: clientId } });
	expect(answer.headers.get("content-disposition")).toBe('attachment; filename="activity.csv"');
	const lines = answer.text.trimEnd().split("\r\n");
	expect(lines).toHaveLength(4);
	// Without the characters that isolate the name.
	const what = "Top-up of 12.5 credits for =Bakery, בית לחם approved";
	expect(lines[1]).toContain(`boss@example.com,"${what}",,"'=Bakery, בית לחם",${clientId}`);
});
