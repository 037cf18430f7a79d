import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { exportCatalogue } from "../../src/operations/export/export-catalogue.ts";
import { type CameraFile, cardBarcodes, drawnCard, TELLING, toldBy } from "../support/drawn-card.ts";
import { doNextTask, importCalls, taskParts, upload } from "../support/imports.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** Memory cards: raw pictures are grouped, corrected, and imported as any other upload. */

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
let colleague: typeof editor;
let pictures: CameraFile[];
let id: string;
const barcodes = cardBarcodes(12);
const [typed = "", leftOut = ""] = barcodes;

beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	colleague = await newPerson(packshot, { roles: ["catalogue_editor"] });
	pictures = await drawnCard([null, ...barcodes.slice(1)]);
	const broken = { name: "IMG_99.JPG", content: Buffer.from("no picture") };
	id = await upload(packshot, editor, "card.zip", zipped([...pictures, broken]), true);
	await doNextTask(packshot);
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

function zipped(files: readonly CameraFile[]): Buffer {
	return writeZip(
		files.map(({ name, content }) => ({ name: `DCIM/${name}`, content: Buffer.from(content), method: 0 })),
	);
}

const { look, act, remove } = importCalls(() => editor);
const cardFolder = (importId: string) => join(packshot.folder, "uploads", `${importId}.card`);
const cardOf = async (import_id: string) =>
	(await editor.ask("GET /admin/imports/{import_id}/card", { path: { import_id } })).body;
const see = (picture: string, view: string) =>
	editor.ask("GET /admin/imports/{import_id}/card/pictures/{picture}/{view}", {
		path: { import_id: id, picture, view },
	});

interface Group {
	barcode: string | null;
	front: number | null;
	back: number | null;
	others: number[];
	state: "open" | "confirmed" | "left_out";
}

/** Sends the groups of the card with some of them changed. */
async function correct(change: (group: Group, at: number) => Partial<Group>, by = editor) {
	const { revision, groups } = await cardOf(id);
	const changed = (groups as Group[]).map(({ barcode, front, back, others, state }, at) => {
		const group = { barcode, front, back, others, state };
		return { ...group, ...change(group, at) };
	});
	const call = { path: { import_id: id }, body: { revision, groups: changed } };
	return by.ask("PUT /admin/imports/{import_id}/card", call);
}
const correctFirst = (change: (group: Group) => Partial<Group>) =>
	correct((group, at) => (at === 0 ? change(group) : {}));

test("pictures are grouped, what is uncertain first, and seen small, large and cut out", async () => {
	expect(await look(id)).toMatchObject({ state: "grouped", card_revision: 0, check: null, failure: null });
	const card = await cardOf(id);
	expect(card.refused).toEqual([{ name: "DCIM/IMG_99.JPG", reason: expect.any(String) }]);
	const [first, ...others] = card.groups;
	expect(first).toMatchObject({ barcode: null, is_taken: false });
	expect(first.doubts).toContain("no barcode could be read");
	expect(others).toHaveLength(11);
	for (const group of others) expect(group).toMatchObject({ is_taken: true, doubts: [] });
	expect(card.pictures[0]).toMatchObject({
		name: "DCIM/IMG_0.JPG",
		verdict: "Photograph it again: too dark",
		not_cut_out: null,
	});
	for (const [view, type] of Object.entries({ thumbnail: "webp", preview: "webp", cutout: "png" })) {
		const { status, headers } = await see("0", view);
		expect([status, headers.get("content-type")]).toEqual([200, `image/${type}`]);
	}
	expect(toldBy(pictures[0]?.content ?? Buffer.alloc(0))).toEqual(TELLING);
	const views = readdirSync(cardFolder(id)).filter((name) => name !== "index");
	expect(views).toHaveLength(72);
	for (const name of views) expect(toldBy(readFileSync(join(cardFolder(id), name)))).toEqual([]);
	const cutOut = readFileSync(join(cardFolder(id), "0-cutout.png"));
	expect((await sharp(cutOut).metadata()).hasAlpha).toBe(true);
	expect((await see("99", "preview")).status).toBe(404);
	expect((await see("../0", "preview")).status).toBe(404);
	expect((await see("0", "__proto__")).status).toBe(404);
});

test("corrections are checked, and refused where somebody else was first; a dry run before them is void", async () => {
	await act(id, "check", {});
	await doNextTask(packshot);
	expect(await look(id)).toMatchObject({ state: "checked", check: { products: { created: 11 } } });
	const { revision } = await cardOf(id);
	const isLeftOut = ({ barcode }: Group): Partial<Group> =>
		barcode === leftOut ? { state: "left_out" } : {};
	const { expires_at: before } = await look(id);
	packshot.clock.advance(1000);
	expect((await correct(isLeftOut, colleague)).status).toBe(200);
	const { expires_at: after, ...corrected } = await look(id);
	expect(corrected).toMatchObject({ state: "grouped", check: null });
	expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
	const late = { path: { import_id: id }, body: { revision, groups: [] } };
	expect((await editor.ask("PUT /admin/imports/{import_id}/card", late)).status).toBe(409);

	const refused = async (change: Partial<Group>) => {
		const { status, text } = await correctFirst(() => change);
		return `${status} ${text}`;
	};
	expect(await refused({ others: [0] })).toMatch(/^400 .*one group/);
	expect(await refused({ barcode: "2990000100015" })).toMatch(/^400 .*no barcode/);
	expect(await refused({ state: "confirmed" })).toMatch(/^400 .*has a barcode/);
	expect(await refused({ barcode: barcodes[2] ?? "", state: "confirmed" })).toMatch(/^400 .*join them/);
	const emptied = await correctFirst(({ front }) => ({ front: null, others: [front ?? 0] }));
	expect(emptied.body.groups[0]).toMatchObject({
		is_taken: false,
		doubts: ["changed, and not confirmed yet"],
	});
	const restored = await correctFirst(({ others }) => ({ front: others[0] ?? null, others: [] }));
	expect(restored.body.groups[0].doubts).toContain("no barcode could be read");
});

test("only what is certain or was confirmed is imported, with its cut-outs, and nothing before somebody says so", async () => {
	const { db } = packshot.installation;
	expect((await correctFirst(() => ({ barcode: typed, state: "confirmed" }))).status).toBe(200);
	const products = () => db.read.selectFrom("product").select("barcode").execute();
	expect(await products()).toEqual([]);
	const { revision: card_revision } = await cardOf(id);
	// Somebody else is quicker: what is imported is what whoever imports it saw.
	expect(
		(await correct(({ barcode }) => (barcode === leftOut ? { state: "open" } : {}), colleague)).status,
	).toBe(200);
	for (const seen of [{}, { card_revision }]) expect((await act(id, "start", seen)).status).toBe(409);
	expect((await correct(({ barcode }) => (barcode === leftOut ? { state: "left_out" } : {}))).status).toBe(
		200,
	);
	const start = { ownership: "studio", card_revision: card_revision + 2 };
	expect((await act(id, "start", start)).status).toBe(200);
	await doNextTask(packshot);
	const report = { products: { created: 11 }, images: { created: 44 }, refused: 0 };
	expect(await look(id)).toMatchObject({ state: "imported", card_revision: null, report });
	expect(readdirSync(join(packshot.folder, "uploads"))).toEqual(["folder-id"]);
	const images = await db.read.selectFrom("image").select(["barcode", "variant", "adjustment"]).execute();
	// A circle of 400 pixels with its margin; cut-outs have theirs.
	const cropOf = (variant: string) =>
		JSON.parse(images.find((each) => each.variant === variant)?.adjustment ?? "{}").crop;
	const near = (size: number) => expect.closeTo(size, -1);
	expect(cropOf("front")).toEqual({ left: near(78), top: near(78), width: near(444), height: near(444) });
	expect(cropOf("front_clean")).toBeUndefined();
	const sides = images.filter(({ barcode }) => barcode === typed).map(({ variant }) => variant);
	expect(sides.sort()).toEqual(["back", "back_clean", "front", "front_clean"]);
	expect((await products()).map(({ barcode }) => barcode)).not.toContain(leftOut);
	for (const file of await leavingFiles()) expect(toldBy(file)).toEqual([]);
	expect((await act(id, "undo")).status).toBe(200);
	await doNextTask(packshot);
	expect(await products()).toEqual([]);
});

/** An export of the catalogue, and a delivery. */
async function leavingFiles(): Promise<Uint8Array[]> {
	const folder = join(packshot.folder, "export");
	const order = { format: "ndjson", pictures: true, gs1: false, skipMissing: false } as const;
	await exportCatalogue(packshot.installation, { ...order, folder }, () => undefined);
	const exported = readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile())
		.map((path) => readFileSync(path));
	expect(exported.length).toBeGreaterThan(44);
	const client = await packshot.client();
	const delivered = await fetch(await signedUrl(packshot, client, typed));
	expect(delivered.status).toBe(200);
	return [...exported, new Uint8Array(await delivered.arrayBuffer())];
}

test("a reader that was ended goes on with what it has found, and what was made of pictures goes with the upload", async () => {
	const named = pictures
		.slice(0, 4)
		.map((file) => ({ ...file, name: `${"very long/".repeat(30)}${file.name}` }));
	const small = await upload(packshot, editor, "small.zip", zipped(named), true);
	const index = join(cardFolder(small), "index");
	const shutdown = new AbortController();
	const ended = doNextTask(packshot, shutdown.signal);
	await expect.poll(() => existsSync(index), { timeout: PATIENCE_MS }).toBe(true);
	shutdown.abort();
	await ended;
	expect(await look(small)).toMatchObject({ state: "uploaded", task: "look" });
	const found = readFileSync(index, "utf8");
	expect(found).not.toBe("");
	await doNextTask(packshot);
	const { pictures: seen } = await cardOf(small);
	expect(seen).toHaveLength(4);
	expect(seen[0].name).toMatch(/^.{191}IMG_0\.JPG$/);
	expect(readFileSync(index, "utf8").startsWith(found)).toBe(true);
	expect((await remove(small)).status).toBe(204);
	expect(readdirSync(join(packshot.folder, "uploads"))).toEqual(["folder-id"]);
});

test("a full disk ends the reading, and what was found takes no room until somebody tries again", async () => {
	const small = await upload(packshot, editor, "small.zip", zipped(pictures.slice(0, 2)), true);
	mkdirSync(cardFolder(small));
	const parts = taskParts(packshot);
	const full = { ...parts, folder: { ...parts.folder, hasRoom: async () => false } };
	await doNextTask(packshot, undefined, full);
	expect(await look(small)).toMatchObject({ state: "failed", failure: expect.stringContaining("disk") });
	expect(existsSync(cardFolder(small))).toBe(false);
	expect((await act(small, "check", {})).body).toMatchObject({ task: "look" });
	await doNextTask(packshot);
	expect((await cardOf(small)).pictures).toHaveLength(2);
	expect((await remove(small)).status).toBe(204);
});

test("what has no pictures is no card, and fails; nobody can import it", async () => {
	const table = writeZip([{ name: "notes.csv", content: "barcode\n4011\n" }]);
	const notes = await upload(packshot, editor, "notes.zip", table, true);
	await doNextTask(packshot);
	const failure = expect.stringContaining("no pictures");
	expect(await look(notes)).toMatchObject({ state: "failed", failure });
	expect((await act(notes, "start", {})).status).toBe(409);
	expect((await act(notes, "check", {})).body).toMatchObject({ task: "look" });
	const body = { name: "table.csv", size_bytes: 5, card: true };
	expect((await editor.ask("POST /admin/imports", { body })).status).toBe(400);
});
