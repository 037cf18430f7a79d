import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { addImport } from "../../src/cli/import.ts";
import { EXPORTED } from "../../src/operations/export/exported-tables.ts";
import { runCommands } from "../support/command-line.ts";
import { type Browser, browser, fundedKey, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Taking everything along: who may, that it is whole, that no secret is in it, and that it goes on after a restart. */

interface Part {
	readonly kind: string;
	readonly number: number;
	readonly after: string;
	readonly up_to: string;
}

async function serving(options: Parameters<typeof startService>[0] = {}): Promise<TestService> {
	const packshot = await startService(options);
	onTestFinished(() => packshot.close());
	return packshot;
}

async function fetchPart(packshot: TestService, person: Browser, permission: string, part: Part) {
	const { kind, number, after, up_to } = part;
	const query = new URLSearchParams({ permission, number: `${number}`, after, up_to });
	const response = await fetch(`${packshot.origin}/portal/api/admin/export/${kind}?${query}`, {
		headers: { cookie: person.cookie ?? "" },
	});
	return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** All entries of all files, by name. */
async function everything(packshot: TestService, person: Browser) {
	const { body, status } = await person.ask("POST /admin/export", { body: { password: PASSWORD } });
	expect(status).toBe(201);
	const entries = new Map<string, Uint8Array>();
	for (const part of body.parts as Part[]) {
		const { bytes, status: fetched } = await fetchPart(packshot, person, body.permission, part);
		expect([part.kind, fetched]).toEqual([part.kind, 200]);
		for (const [name, content] of await unzipped(bytes)) entries.set(name, content);
	}
	const text = (name: string) => Buffer.from(entries.get(name) ?? []).toString();
	// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
	const rows = (name: string): any[] =>
		[...entries.keys()]
			.filter((each) => each.startsWith(`${name}-0`) && each.endsWith(".ndjson"))
			.flatMap((each) => text(each).split("\n").filter(Boolean))
			.map((line) => JSON.parse(line));
	return { entries, text, rows, parts: body.parts as Part[], permission: body.permission as string };
}

test("everything is in it: products, originals, ledgers and accounts, as NDJSON and CSV, without a secret", async () => {
	const packshot = await serving();
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const shop = await newPerson(packshot);
	const { clientId, apiKey, token } = await fundedKey(packshot, administrator, shop);
	await packshot.product(
		{ barcode: "0725272730706", info: { brand: "=HYPERLINK(1)", product_name: "עוגיות שוקולד" } },
		{ barcode: "4011", info: { brand: "Farm" } },
	);
	const front = await packshot.picture("4011", "front");
	await packshot.call("/products/4011?include=info", { token });
	const { entries, text, rows } = await everything(packshot, administrator);

	expect(rows("catalogue").map(({ barcode }) => barcode)).toEqual(["0725272730706", "4011"]);
	expect(rows("catalogue")[0].info).toMatchObject({ brand: "=HYPERLINK(1)", product_name: "עוגיות שוקולד" });
	expect(text("catalogue-0001.csv")).toMatch(/^\uFEFFbarcode,/);
	expect(text("catalogue-0001.csv")).toContain("'=HYPERLINK(1)");
	expect(sha256(entries.get("4011_front.jpg") ?? new Uint8Array())).toBe(sha256(front.original));
	expect(rows("pictures")).toMatchObject([{ barcode: "4011", variant: "front", active: 1 }]);
	expect(
		rows("accounts")
			.map(({ email }) => email)
			.sort(),
	).toEqual([administrator.email, shop.email].sort());
	expect(rows("clients").map(({ client_id }) => client_id)).toContain(clientId);
	const ledger = rows("ledger");
	expect(ledger.map(({ kind }) => kind)).toEqual(["top_up", "charge"]);
	expect(ledger[1]).toMatchObject({ client_id: clientId, units: expect.any(Number), barcode: "4011" });
	expect(ledger[1].at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
	expect(text("ledger-0001.csv").trimEnd().split("\r\n")).toHaveLength(3);
	expect(text("README.txt")).toContain("no program of it is needed");
	expect((await administrator.ask("GET /admin/events", { query: {} })).text).toContain(
		"Export of everything",
	);

	const elsewhere = mkdtempSync(join(tmpdir(), "packshot-elsewhere-"));
	onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
	const files = ["catalogue-0001.ndjson", "4011_front.jpg"].map((name) => join(elsewhere, name));
	for (const file of files) writeFileSync(file, entries.get(basename(file)) ?? "");
	const data = { PACKSHOT_DATA: join(elsewhere, "data") };
	const imported = await runCommands([addImport], ["import", "--exact", "--json", ...files], data);
	expect([imported.code, imported.document.products.created, imported.document.images.created]).toEqual([
		0, 2, 1,
	]);

	const accounts = await packshot.installation.db.read.selectFrom("account").selectAll().execute();
	const clients = await packshot.installation.db.read.selectFrom("client").selectAll().execute();
	const secrets = [
		apiKey,
		...accounts.map(({ password_hash }) => password_hash),
		...clients.flatMap(({ key_hash, mark_seed }) => [
			key_hash,
			Buffer.from(mark_seed).toString("base64"),
			Buffer.from(mark_seed).toString("hex"),
		]),
	];
	for (const [name, bytes] of entries)
		for (const secret of secrets) expect([name, Buffer.from(bytes).includes(secret)]).toEqual([name, false]);
});

test("says of how many products live alerts withhold hechshers, which the files hold without the alerts", async () => {
	const packshot = await serving();
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const hechshers = [{ symbol: "OU" }];
	await packshot.product({ barcode: "40110001", hechshers }, { barcode: "40110002", hechshers });
	const list = async () =>
		(await administrator.ask("POST /admin/export", { body: { password: PASSWORD } })).body;
	expect((await list()).withheld_products).toBe(0);
	const alerts = alerting(() => packshot.installation);
	for (const symbol of ["OU", "CRC"]) await alerts.publish(["40110001"], { symbol });
	expect((await list()).withheld_products).toBe(1);
	await alerts.publish(["40110002"], { kind: "notice", withholds: false });
	expect((await list()).withheld_products).toBe(1);
});

test("only administrators list and fetch it, with their password, and for themselves", async () => {
	const packshot = await serving();
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const another = await newPerson(packshot, { roles: ["administrator"] });
	const others = await newPerson(packshot, { roles: ["accountant", "catalogue_editor", "tracer"] });
	const list = (person: Browser, password: string | undefined) =>
		person.ask("POST /admin/export", { body: password === undefined ? {} : { password } });
	expect((await list(others, PASSWORD)).status).toBe(403);
	expect((await list(browser(packshot), PASSWORD)).status).toBe(401);
	expect((await list(administrator, undefined)).body.error).toBe("sign_in_again");
	expect((await list(administrator, "wrong")).body.error).toBe("sign_in_failed");
	const { body } = await list(administrator, PASSWORD);
	const [part] = body.parts as [Part];
	const status = async (person: Browser, permission: string, asked: Partial<Part> = {}) =>
		(await fetchPart(packshot, person, permission, { ...part, ...asked })).status;
	expect(await status(administrator, body.permission)).toBe(200);
	expect(await status(administrator, "made up")).toBe(403);
	expect(await status(another, body.permission)).toBe(403);
	expect(await status(others, body.permission)).toBe(403);
	expect(await status(browser(packshot), body.permission)).toBe(401);
	expect(await status(administrator, body.permission, { kind: "constructor" })).toBe(404);
	for (const after of ["x", "{}", "[]", '["a","b"]', "[null]", '[{"a":1}]'])
		expect([after, await status(administrator, body.permission, { after })]).toEqual([after, 400]);
	packshot.clock.advance(3 * 24 * 60 * 60_000);
	expect(await status(administrator, body.permission)).not.toBe(200);
});

test("a kind has as many files as it needs; each can be fetched again after a restart, and no row is lost or twice", async () => {
	const catalogue = EXPORTED.get("catalogue");
	const packshot = await startService();
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	await packshot.product(
		...Array.from({ length: 7 }, (_, at) => ({ barcode: `400${at}`, info: { brand: "Farm" } })),
	);
	const rows = catalogue?.rows as { part: number; page: number };
	const before = { ...rows };
	onTestFinished(() => void Object.assign(rows, before));
	Object.assign(rows, { part: 3, page: 2 });
	const first = await everything(packshot, administrator);
	expect(first.parts.filter(({ kind }) => kind === "catalogue")).toHaveLength(3);
	expect(first.rows("catalogue").map(({ barcode }) => barcode)).toEqual(
		Array.from({ length: 7 }, (_, at) => `400${at}`),
	);
	const [, second] = first.parts.filter(({ kind }) => kind === "catalogue");
	const fetched = async (service: TestService) => [
		...(
			await unzipped((await fetchPart(service, administrator, first.permission, second as Part)).bytes)
		).keys(),
	];
	const names = await fetched(packshot);
	expect(names).toContain("catalogue-0002.ndjson");
	await packshot.app.close();
	await packshot.installation.close();
	const again = await serving({
		folder: packshot.folder,
		clock: packshot.clock,
		settings: packshot.settings,
	});
	expect(await fetched(again)).toEqual(names);
});
