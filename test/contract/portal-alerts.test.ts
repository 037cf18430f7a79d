import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { alertChecks } from "../../src/alerts/checks.ts";
import { performNextAct } from "../../src/alerts/perform.ts";
import { EVERY_READER, findAlert } from "../../src/alerts/read.ts";
import { catalogueChecks } from "../../src/catalogue/checks.ts";
import { boughtFollowers } from "../../src/orders/bought/note-in-background.ts";
import type { RouteBody } from "../../src/routes.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { type Browser, fundedKey, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** The pages on which an administrator writes kosher alerts. */

let packshot: TestService;
let administrator: Browser;
let keys = 0;
let barcodes = 50_000_000;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_SESSION_IDLE_MINUTES: "10000", PACKSHOT_WEBHOOKS: "on" },
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

type Given = RouteBody<"POST /admin/alerts/preview">;
const given = (more: Partial<Given> & Pick<Given, "barcodes">): Given => ({
	kind: "withdrawn",
	symbol: " OU ",
	designation: "",
	withholds: true,
	message: "Not certified since May.\nDo not sell.",
	lots: null,
	source: null,
	correction: null,
	...more,
});

async function product(brand = "Alpha"): Promise<string> {
	const barcode = String(++barcodes);
	await packshot.product({
		...everyScope(barcode),
		info: { brand, product_name: "חלב" },
		hechshers: [{ symbol: "OU" }],
	});
	return barcode;
}
const work = async () => {
	while (await performNextAct(packshot.installation));
};
async function publish(body: Given, key = `alert-that-is-published-${++keys}`) {
	const answer = await administrator.ask("POST /admin/alerts", { body: { ...body, idempotency_key: key } });
	await work();
	return answer;
}
const shown = async (alert_id: string) =>
	(await administrator.ask("GET /admin/alerts/{alert_id}", { path: { alert_id } })).body;

/** What the page sends to change or end an alert that the person has just read. */
const read = async (alert_id: string) => (await shown(alert_id)).alert.changed_at as string;
const change = async (person: Browser, alert_id: string, body: Given, changed_at?: string) =>
	person.ask("PUT /admin/alerts/{alert_id}", {
		path: { alert_id },
		body: { ...body, changed_at: changed_at ?? (await read(alert_id)) },
	});
const end = async (person: Browser, alert_id: string, outcome: "settled" | "mistaken", changed_at?: string) =>
	person.ask("POST /admin/alerts/{alert_id}/end", {
		path: { alert_id },
		body: { outcome, changed_at: changed_at ?? (await read(alert_id)) },
	});

const decline = (person: Browser, alert_id: string) =>
	person.ask("POST /admin/alerts/{alert_id}/decline", { path: { alert_id } });
/** Approves what the person saw: by default what is there now. */
const approve = async (person: Browser, alert_id: string, seenAt?: string) => {
	const asked_at = seenAt ?? (await shown(alert_id)).waiting?.asked_at ?? "2027-01-01T00:00:00Z";
	return person.ask("POST /admin/alerts/{alert_id}/approve", { path: { alert_id }, body: { asked_at } });
};

test("the preview counts the keys that read the feeds, each once, and nobody who reads products alone", async () => {
	const barcode = await product();
	const followers = async () =>
		(await administrator.ask("POST /admin/alerts/preview", { body: given({ barcodes: [barcode] }) })).body
			.followers;
	const before = await followers();
	const [follower, reader] = [await packshot.client({}), await packshot.client({})];
	for (const path of ["/changes", "/kosher-alerts", "/kosher-alerts?live=true"])
		await packshot.call(path, { client: follower });
	await packshot.call("/balance", { client: reader });
	const { db } = packshot.installation;
	const readers = [follower, reader].map(({ clientId }) => clientId);
	await vi.waitFor(
		async () =>
			expect(
				await db.read.selectFrom("audit").select("route").where("client_id", "in", readers).execute(),
			).toHaveLength(4),
		PATIENCE_MS,
	);
	expect(await followers()).toBe(before + 1);
});

test("the preview counts the accounts that ordered or downloaded any of the products, each once, and the webhooks that are told", async () => {
	const [one, other, elsewhere] = [await product(), await product(), await product()];
	const counted = async () => {
		const asked = { body: given({ barcodes: [one, other] }) };
		const { holders, webhooks } = (await administrator.ask("POST /admin/alerts/preview", asked)).body;
		return [holders, webhooks];
	};
	expect(await counted()).toEqual([0, 0]);
	const [ordering, reading, apart] = [
		await newPerson(packshot),
		await newPerson(packshot),
		await newPerson(packshot),
	];
	const key = (person: Browser) => fundedKey(packshot, administrator, person);
	const order = (token: string, barcode: string) =>
		packshot.call("/orders", { token, json: { items: [{ barcode }] } });
	for (const { token } of [await key(ordering), await key(ordering)])
		for (const barcode of [one, other]) await order(token, barcode);
	await packshot.call(`/products/${other}`, { token: (await key(reading)).token });
	await order((await key(apart)).token, elsewhere);
	for (const { step } of boughtFollowers(packshot.installation, packshot.clock)) while (await step());
	const events: [boolean, string[]][] = [
		[true, ["kosher.alert"]],
		[true, ["products.changed"]],
		[false, ["kosher.alert"]],
	];
	for (const [isActive, chosen] of events) {
		const client = await packshot.client();
		const json = { url: "https://93.184.215.14/in", events: chosen };
		expect((await packshot.call("/webhook", { method: "PUT", json, client })).status).toBe(200);
		if (!isActive)
			await packshot.alter(`update webhook set active = 0 where client_id = '${client.clientId}'`);
	}
	expect(await counted()).toEqual([2, 1]);
});

test("an alert is previewed, published once, changed and ended", async () => {
	const [one, other] = [await product(), await product()];
	const body = given({ barcodes: [one, other] });
	const preview = (await administrator.ask("POST /admin/alerts/preview", { body })).body;
	expect(preview).toMatchObject({
		problem: null,
		unknown: [],
		with_hechsher: 2,
		symbols: ["OU"],
		holders: 0,
	});
	expect(preview.products[0]).toEqual({ barcode: one, name: "חלב" });
	const first = await publish(body, "alert-that-is-sent-twice");
	const again = await publish(body, "alert-that-is-sent-twice");
	expect([first.status, again.body]).toEqual([200, first.body]);
	const { alert_id } = first.body;
	expect((await shown(alert_id)).alert).toMatchObject({
		symbol: "OU",
		designation: null,
		is_under_way: false,
		outcome: null,
	});
	const shorter = given({ barcodes: [one], lots: "L1" });
	expect((await change(administrator, alert_id, shorter)).status).toBe(204);
	await work();
	const changed = await shown(alert_id);
	expect(changed.alert).toMatchObject({ lots: "L1", barcodes: [one] });
	expect(changed.earlier).toMatchObject([
		{ lots: null, barcodes: [one, other], said_by: expect.stringContaining("@") },
	]);
	const settle = () => end(administrator, alert_id, "settled");
	expect((await settle()).status).toBe(204);
	expect((await settle()).body.error).toBe("alert_under_way");
	await work();
	expect((await settle()).body.error).toBe("alert_ended");
	expect((await administrator.ask("GET /admin/alerts")).body.data[0]).toMatchObject({
		alert_id,
		outcome: "settled",
	});
});

test("whoever changes or ends an alert that another one has changed since is told so, and nothing is replaced", async () => {
	const [one, added] = [await product(), await product()];
	const other = await newPerson(packshot, { isAdministrator: true });
	const { alert_id } = (await publish(given({ barcodes: [one] }))).body;
	const before = await read(alert_id);
	await change(administrator, alert_id, given({ barcodes: [one, added] }));
	await work();
	const late = await change(other, alert_id, given({ barcodes: [one], message: "Corrected." }), before);
	const ending = await end(other, alert_id, "settled", before);
	for (const { status, body } of [late, ending])
		expect([status, body.error, body.message]).toEqual([
			409,
			"alert_changed",
			expect.stringContaining("Look at what it says now"),
		]);
	await work();
	expect((await shown(alert_id)).alert).toMatchObject({ barcodes: [one, added], outcome: null });
	expect((await change(other, alert_id, given({ barcodes: [one, added] }))).status).toBe(204);
});

test("a publication that is sent again with other words is refused, and sent again as it was is not repeated", async () => {
	const [one, added] = [await product(), await product()];
	const key = "alert-whose-answer-was-cut";
	const first = await publish(given({ barcodes: [one] }), key);
	const other = await publish(given({ barcodes: [one, added], message: "Corrected." }), key);
	expect([other.status, other.body.error]).toEqual([409, "sent_before"]);
	expect((await publish(given({ barcodes: [one] }), key)).body).toEqual(first.body);
	expect((await shown(first.body.alert_id)).earlier).toEqual([]);
	// Also once it is not known any more what it said.
	packshot.clock.advance(2 * 24 * 3_600_000);
	expect((await publish(given({ barcodes: [one] }), key)).body.error).toBe("sent_before");
});

test("what cannot be published is refused with the reason, and nothing is published", async () => {
	const barcode = await product();
	for (const [more, reason] of [
		[{ symbol: null }, /give the symbol/],
		[{ message: "  " }, /message is needed/],
		[{ source: "javascript://x" }, /source takes/],
		[{ message: "m".repeat(2001) }, /message/],
		[{ barcodes: Array.from({ length: 1001 }, (_, at) => String(20_000_000 + at)) }, /barcodes/],
		[{ barcodes: [] }, /barcodes/],
		[{ kind: "rumour" as never }, /kind/],
		[{ barcodes: [barcode, "99999999"] }, /Not in the catalogue: 99999999/],
		[{ correction: { dairy_meat_pareve: "meat" as const } }, /mislabelled and changed/],
		[
			{ kind: "changed", designation: "Glatt", correction: { additional_designation: null } },
			/withheld by a designation that is corrected/,
		],
	] as const) {
		const answer = await publish(given({ barcodes: [barcode], ...(more as Partial<Given>) }));
		expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(reason)]);
	}
	expect(
		(await packshot.call(`/kosher-alerts?barcode=${barcode}`, { client: await packshot.client() })).body.data,
	).toEqual([]);
});

test("products are found by search, brand and certificate", async () => {
	const barcode = String(++barcodes);
	await packshot.product({
		barcode,
		info: { brand: "Rare brand", product_name: "Quince preserve" },
		hechshers: [{ symbol: "OU", certificate: { certificate_id: "OU-9", valid_until: "2030-01-01" } }],
	});
	for (const body of [
		{ by: "search", text: "quince" },
		{ by: "brand", text: "Rare brand" },
		{ by: "certificate", text: " OU-9 " },
	] as const)
		expect((await administrator.ask("POST /admin/alerts/products", { body })).body).toEqual({
			barcodes: [barcode],
			has_more: false,
		});
	const nothing = { by: "search", text: "quinzz" } as const;
	expect((await administrator.ask("POST /admin/alerts/products", { body: nothing })).body.barcodes).toEqual(
		[],
	);
});

test("a catalogue editor sees which hechshers of a product a live alert withholds", async () => {
	const barcode = String(++barcodes);
	await packshot.product({ barcode, hechshers: [{ symbol: "cRc" }, { symbol: "OU" }] });
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	const withheld = async () =>
		(await editor.ask("GET /admin/catalogue/products/{barcode}", { path: { barcode } })).body.withheld;
	const { alert_id } = (await publish(given({ barcodes: [barcode] }))).body;
	await publish(given({ barcodes: [barcode], kind: "notice", withholds: false, symbol: "cRc" }));
	expect(await withheld()).toEqual([
		{ place: 1, alert_id, kind: "withdrawn", symbol: "OU", designation: null },
	]);
	await end(administrator, alert_id, "mistaken");
	await work();
	expect(await withheld()).toEqual([]);
});

test("others may neither read nor write them here", async () => {
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	expect((await editor.ask("GET /admin/alerts")).status).toBe(403);
	const body = { ...given({ barcodes: [await product()] }), idempotency_key: "alert-of-an-editor-000" };
	expect((await editor.ask("POST /admin/alerts", { body })).status).toBe(403);
});

test("where alerts need two people, what one writes is published when another one approves it", async () => {
	const [barcode, added] = [await product(), await product()];
	const [writer, second, third] = [
		administrator,
		await newPerson(packshot, { isAdministrator: true }),
		await newPerson(packshot, { isAdministrator: true }),
	];
	const settings = { body: { two_for_alerts: true } };
	expect((await writer.ask("PATCH /admin/settings", settings)).body.two_for_alerts).toBe(true);
	const seen = () => findAlert(packshot.installation.db.read, EVERY_READER, id);

	const written = await publish(given({ barcodes: [barcode] }));
	const id = written.body.alert_id;
	expect([written.body.waits, await seen()]).toEqual([true, undefined]);
	const page = await shown(id);
	expect(page.alert).toMatchObject({ waits: true, is_under_way: false, published_at: null });
	expect(page.waiting).toMatchObject({ symbol: "OU", barcodes: [barcode], may_approve: false });
	const own = await approve(writer, id);
	expect([own.status, own.body.error]).toEqual([409, "second_person_needed"]);
	const both = await Promise.all([approve(second, id), approve(third, id)]);
	expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
	await work();
	expect(await seen()).toMatchObject({ barcodes: [barcode], ended_at: null });

	// A change waits too; the alert stays as it is meanwhile, and afterwards if it is declined.
	const worse = given({ barcodes: [added], message: "Worse." });
	expect((await change(second, id, worse)).status).toBe(204);
	await work();
	expect(await seen()).toMatchObject({ barcodes: [barcode], message: expect.stringContaining("since May") });
	expect((await shown(id)).waiting).toMatchObject({
		barcodes: [added],
		message: "Worse.",
		may_approve: true,
	});
	expect((await approve(second, id)).body.error).toBe("second_person_needed");
	const { asked_at: earlier } = (await shown(id)).waiting;
	const [declined, late] = [await decline(second, id), await approve(writer, id)];
	expect([declined.status, late.status, late.body.error]).toEqual([204, 409, "alert_decided"]);
	expect(await seen()).toMatchObject({ barcodes: [barcode], message: expect.stringContaining("since May") });
	packshot.clock.advance(1);
	await change(second, id, worse);
	// Whoever still sees the one that was declined does not approve another one.
	expect((await approve(writer, id, earlier)).body.error).toBe("alert_decided");
	expect((await approve(writer, id)).status).toBe(204);
	await work();
	expect(await seen()).toMatchObject({ barcodes: [added], message: "Worse." });

	// One that nobody approved was never there.
	const dropped = (await publish(given({ barcodes: [barcode] }))).body.alert_id;
	expect((await decline(writer, dropped)).status).toBe(204);
	const gone = await writer.ask("GET /admin/alerts/{alert_id}", { path: { alert_id: dropped } });
	expect(gone.status).toBe(404);
	await writer.ask("PATCH /admin/settings", { body: { two_for_alerts: false } });
	expect((await publish(given({ barcodes: [barcode] }))).body.waits).toBe(false);
	const [kosher] = await Promise.all(
		[...catalogueChecks, ...alertChecks]
			.filter(({ name }) => name === "kosher" || name === "alerts")
			.map(({ examine }) => examine({ db: packshot.installation.db } as never)),
	);
	expect(kosher?.faults).toEqual([]);
});

test("where alerts need two people, one may end an alert as settled, and none alone as a mistake, which serves again", async () => {
	const barcode = await product();
	const second = await newPerson(packshot, { isAdministrator: true });
	const [id, over] = [
		await publish(given({ barcodes: [barcode] })),
		await publish(given({ barcodes: [barcode] })),
	].map(({ body }) => body.alert_id as string) as [string, string];
	await administrator.ask("PATCH /admin/settings", { body: { two_for_alerts: true } });
	const ended = async (alert_id: string, outcome: "settled" | "mistaken") => {
		packshot.clock.advance(1000);
		const { status } = await end(second, alert_id, outcome);
		await work();
		return [status, (await shown(alert_id)).alert.outcome];
	};
	const served = async () =>
		(await packshot.call(`/products/${barcode}`, { client: await packshot.client() })).body.product_meta
			.hechshers.length;
	expect(await ended(over, "settled")).toEqual([204, "settled"]);
	expect(await ended(id, "mistaken")).toEqual([204, null]);
	expect((await shown(id)).waiting).toMatchObject({ outcome: "mistaken", said_by: second.email });
	expect((await approve(second, id)).body.error).toBe("second_person_needed");
	expect(await served()).toBe(0);
	expect((await decline(administrator, id)).status).toBe(204);
	expect((await shown(id)).alert).toMatchObject({ waits: false, outcome: null });
	await ended(id, "mistaken");
	expect((await approve(administrator, id)).status).toBe(204);
	await work();
	expect([(await shown(id)).alert.outcome, await served()]).toEqual(["mistaken", 1]);
	await administrator.ask("PATCH /admin/settings", { body: { two_for_alerts: false } });
});
