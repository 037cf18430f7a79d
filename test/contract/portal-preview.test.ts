import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { newPerson } from "../support/portal.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let accountant: Awaited<ReturnType<typeof newPerson>>;
const barcode = newBarcode();
beforeAll(async () => {
	packshot = await startService();
	accountant = await newPerson(packshot, { roles: ["accountant"] });
	await packshot.product(everyScope(barcode));
	await packshot.picture(barcode, "front");
	await packshot.picture(barcode, "back");
});
afterAll(() => packshot.close());

const preview = (client: TestClient, query: Record<string, string> = {}) =>
	accountant.ask("GET /keys/{client_id}/preview", {
		path: { client_id: client.clientId },
		query: { barcode, ...query },
	});

/** The parts of the endpoint's answer that a preview contains too. */
async function read(client: TestClient, search: string) {
	const before = await packshot.balance(client);
	const { status, body } = await packshot.call(`/products/${barcode}${search}`, { client });
	const { meta, ...answer } = body;
	if (answer.images) {
		for (const [variant, url] of Object.entries(answer.images))
			if (url) answer.images[variant] = "a signed URL";
	}
	return {
		status,
		answer,
		redacted: meta.redacted_fields ?? [],
		units: before - (await packshot.balance(client)),
	};
}

const policies: [string, Partial<ClientPolicy>][] = [
	["without restrictions", {}],
	["with locked fields and variants", { locks: ["info.brand", "nutrition.calories", "images.back"] }],
	["without the visible watermark", { tier: "enterprise", watermark: "waived" }],
];
const queries = [
	{},
	{ include: "info,images" },
	{ include: "images,image_meta", variants: "front", size: "500" },
];

describe("a preview shows what the client would get", () => {
	test.each(policies)("%s", async (_, policy) => {
		const client = await packshot.client(policy);
		for (const query of queries) {
			const shown = (await preview(client, query)).body;
			const got = await read(client, `?${new URLSearchParams(query)}`);
			expect([shown.status, shown.error]).toEqual([got.status, null]);
			expect(shown.answer).toEqual(got.answer);
			expect(shown.redacted_fields).toEqual(got.redacted);
			expect(shown.credits).toBe(got.units / 10_000);
		}
	});

	test.each([
		["outside its filter", { brands: ["Another"] }, {}, 403, "out_of_scope"],
		[
			"whose requested scope is locked",
			{ locks: ["nutrition"] },
			{ include: "nutrition" },
			403,
			"scope_forbidden",
		],
		["that does not exist", {}, { barcode: "00000001" }, 404, "not_found"],
		["with an invalid barcode", {}, { barcode: "x" }, 400, "invalid_barcode"],
		["in an unknown size", {}, { size: "7" }, 400, "bad_request"],
	] as const)("for a product %s", async (_, policy, query, status, code) => {
		const client = await packshot.client(policy as Partial<ClientPolicy>);
		const { body } = await preview(client, query);
		expect([body.status, body.error.code, body.answer, body.credits]).toEqual([status, code, null, 0]);
	});

	test("when the balance is too low", async () => {
		const { body } = await preview(await packshot.client({}, "0.1"));
		expect([body.status, body.error.code]).toEqual([402, "insufficient_credits"]);
		expect(body.balance_after).toBeLessThan(0);
	});
});

test("a preview notes that the client is disabled and which addresses it allows", async () => {
	const { body } = await preview(await packshot.client({ allowlist: ["192.0.2.1"], expiresAtMs: 1 }));
	expect(body.notes).toEqual([
		expect.stringContaining("403 client_disabled"),
		"Calls are taken from 192.0.2.1 alone.",
	]);
});

test("a preview charges, counts and writes nothing", async () => {
	const client = await packshot.client();
	const tables = [
		"balance",
		"ledger",
		"audit",
		"usage_hour",
		"delivery",
		"portal_event",
		"used_url",
	] as const;
	const rows = () =>
		Promise.all(tables.map((table) => packshot.installation.db.read.selectFrom(table).selectAll().execute()));
	const before = await rows();
	await preview(client);
	expect(await rows()).toEqual(before);
});
