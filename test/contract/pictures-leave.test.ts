import { decodePrepared } from "@packshot/marking/deliver";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { traceNextCase } from "../../src/leaks/cases/runner.ts";
import { PORTAL_PATH, rolesFor } from "../../src/pages/contract.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import type { Route } from "../../src/platform/http/route.ts";
import type { RouteName } from "../../src/routes.ts";
import { doNextTask, upload as uploadFile } from "../support/imports.ts";
import { type Browser, browser, fundedKey, newPerson, PASSWORD } from "../support/portal.ts";
import { letPropose, propose, upload } from "../support/proposals.ts";
import { apiRoutes, routes } from "../support/routes.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { PREVIEW_PX, sharedDetail } from "../support/shared-detail.ts";
import { signedUrl } from "../support/signed-urls.ts";
import { unzipped } from "../support/unzipped.ts";

/**
 * What leaves the house (SPEC D42): a picture of the catalogue is either a small preview or a delivery, which is recorded. The routes come from the tables,
 * so that none that answers with a file can be forgotten.
 */

let packshot: TestService;
let administrator: Browser;
let owner: Browser;
let client: TestClient;
/** Values for path parameters. */
let path: Record<string, string>;
/** The files from which deliveries are made, at all sizes. */
let bases: Buffer[];
const BARCODE = "0725272730706";

beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	const person = await newPerson(packshot);
	owner = person;
	client = await packshot.client();
	await packshot.product({ barcode: BARCODE, info: { brand: "A" } });
	await packshot.picture(BARCODE, "front", { seed: 3, sidePx: 900, sizesPx: [500] });
	bases = await storedBases();
	await letPropose(administrator, person);
	const { body: uploaded } = await upload(packshot, owner, "front", await unrelatedPicture());
	await propose(owner, { barcode: BARCODE, pictures: [uploaded.picture_id] });
	const { image_id } = await currentPicture();
	const card = writeZip([{ name: "DCIM/IMG_0001.JPG", content: await unrelatedPicture(), method: 0 }]);
	const importId = await uploadFile(packshot, administrator, "card.zip", card, true);
	await doNextTask(packshot);
	path = {
		import_id: importId,
		picture: "0",
		view: "preview",
		barcode: BARCODE,
		variant: "front",
		version: image_id,
		thumbnail: `${image_id}.webp`,
		picture_id: uploaded.picture_id,
		size: "preview",
		case_id: await tracedCase(),
		leak: "1",
		candidate: "1",
		client_id: (await fundedKey(packshot, administrator, owner)).clientId,
	};
});
afterAll(() => packshot.close());

/** A picture that has nothing in common with the catalogue's. */
function unrelatedPicture(): Promise<Buffer> {
	const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
	const create = { width: 800, height: 800, channels: 3, background: "#888", noise } as const;
	return sharp({ create }).jpeg().toBuffer();
}

function currentPicture() {
	const { read } = packshot.installation.db;
	return read.selectFrom("image").selectAll().where("barcode", "=", BARCODE).executeTakeFirstOrThrow();
}

async function storedBases(): Promise<Buffer[]> {
	const { db, blobs } = packshot.installation;
	const rows = [await currentPicture(), ...(await db.read.selectFrom("image_size").selectAll().execute())];
	const keys = rows.flatMap((row) => [row.watermarked_blob, row.plain_blob]);
	return Promise.all(keys.map(async (key) => Buffer.from(decodePrepared(await blobs.get(key)).base)));
}

/** A case with one leak, of the picture in the catalogue, that names a client. */
async function tracedCase(): Promise<string> {
	const { bytes } = await packshot.call(await signedUrl(packshot, client, BARCODE));
	const { body } = await administrator.ask("POST /admin/traces", { body: { name: "A leak" } });
	const at = { case_id: body.case_id as string };
	const added = await fetch(`${packshot.origin}${PORTAL_PATH}/admin/traces/${at.case_id}/leaks`, {
		method: "POST",
		headers: { ...headersOf(administrator), "content-type": "application/octet-stream" },
		body: Buffer.from(bytes),
	});
	expect(added.status).toBe(201);
	await administrator.ask("POST /admin/traces/{case_id}/trace", { path: at });
	expect(await traceNextCase(packshot.installation)).toBe(true);
	return at.case_id;
}

const headersOf = ({ cookie, csrf }: Browser) => ({
	cookie: cookie ?? "",
	origin: packshot.origin,
	"x-packshot-csrf": csrf ?? "1",
});

interface Answer {
	readonly status: number;
	readonly type: string;
	readonly bytes: Buffer;
	/** Deliveries recorded meanwhile. */
	readonly deliveries: number;
	/** Events recorded meanwhile. */
	readonly events: number;
}

async function answered(ask: () => Promise<Response>): Promise<Answer> {
	const counts = async () => {
		const { read } = packshot.installation.db;
		const deliveries = await read.selectFrom("delivery").select("url_id").execute();
		const events = await read.selectFrom("portal_event").select("at").execute();
		return [deliveries.length, events.length] as const;
	};
	const before = await counts();
	const response = await ask();
	const bytes = Buffer.from(await response.arrayBuffer());
	const after = await counts();
	const type = response.headers.get("content-type") ?? "";
	return {
		status: response.status,
		type,
		bytes,
		deliveries: after[0] - before[0],
		events: after[1] - before[1],
	};
}

/** Calls a route of the portal as somebody who may. */
function portal(name: RouteName, by: Browser, body?: object): Promise<Response> {
	const [method = "", template = ""] = name.split(" ");
	const at = template.replace(/\{(\w+)\}/g, (_, key) => path[key] ?? "nothing");
	return fetch(`${packshot.origin}${PORTAL_PATH}${at}`, {
		method,
		headers: { ...headersOf(by), ...(body ? { "content-type": "application/json" } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
}

/** Calls a signed URL of a fresh order with one picture. */
async function orderedArchive(): Promise<string> {
	const { body } = await packshot.call("/orders", {
		client,
		json: { items: [{ barcode: BARCODE, include: ["images"] }] },
	});
	const answer = await packshot.call(`/orders/${body.order_id}/archive`, { client });
	return answer.headers.get("location") ?? "";
}

/** Calls the part of an export of everything that holds the originals. */
async function exportedOriginals(): Promise<Response> {
	const { body } = await administrator.ask("POST /admin/export", { body: { password: PASSWORD } });
	const parts = body.parts as {
		readonly kind: string;
		readonly number: number;
		readonly after: string;
		readonly up_to: string;
	}[];
	const { kind = "", ...part } = parts.find((each) => each.kind === "originals") ?? {};
	const query = new URLSearchParams(
		Object.entries({ ...part, permission: body.permission }).map(([name, value]) => [name, String(value)]),
	);
	return fetch(`${packshot.origin}${PORTAL_PATH}/admin/export/${kind}?${query}`, {
		headers: headersOf(administrator),
	});
}

const style = { place: "invisible", width_percent: 25, opacity_percent: 30 };

/** How each route that answers with a file is called; the route's name decides what is expected of it. */
const calls: Readonly<Record<string, () => Promise<Response>>> = {
	"GET /api/v1/image/{token}": async () => fetch(await signedUrl(packshot, client, BARCODE)),
	"GET /api/v1/archive/{token}": async () => fetch(await orderedArchive()),
	...portalCalls({
		"GET /thumbnails/{thumbnail}": (name) => portal(name, owner),
		"GET /admin/catalogue/versions/{version}/thumbnail": (name) => portal(name, administrator),
		"GET /admin/catalogue/products/{barcode}/pictures/{variant}": (name) => portal(name, administrator),
		"POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview": (name) =>
			portal(name, administrator, { turn: 90, crop: null }),
		"POST /admin/watermark/preview": (name) =>
			portal(name, administrator, { ...style, barcode: BARCODE, variant: "front" }),
		"GET /proposal-pictures/{picture_id}/{size}": (name) => portal(name, owner),
		"GET /admin/review-pictures/{picture_id}/{size}": (name) => portal(name, administrator),
		"GET /admin/traces/{case_id}/leaks/{leak}": (name) => portal(name, administrator),
		"GET /admin/traces/{case_id}/evidence/{leak}/{candidate}": (name) => portal(name, administrator),
		"GET /admin/traces/{case_id}/file": (name) => portal(name, administrator),
		"GET /admin/export/{kind}": exportedOriginals,
		"GET /admin/imports/{import_id}/card/pictures/{picture}/{view}": (name) => portal(name, administrator),
	}),
};

function portalCalls(chosen: { readonly [N in RouteName]?: (name: RouteName) => Promise<Response> }) {
	return Object.fromEntries(
		Object.entries(chosen).map(([name, ask]) => [
			name.replace(" ", ` ${PORTAL_PATH}`),
			() => ask(name as RouteName),
		]),
	);
}

const isTable = (type: string) => /^text\/|json|yaml|spreadsheet/.test(type);

/** The routes of a table that answer with a file which can be or contain a picture. */
function fileRoutes(table: Readonly<Record<string, Route>>, below: string): string[] {
	return Object.entries(table)
		.filter(([name, { media }]) => !name.startsWith("HEAD ") && media?.some((type) => !isTable(type)))
		.map(([name]) => name.replace(" ", ` ${below}`));
}

const FILE_ROUTES = [...fileRoutes(apiRoutes, "/api/v1"), ...fileRoutes(routes, PORTAL_PATH)];

/** The files of the case file are what others check the marks with: bases are among them. */
const WITH_BASES = `GET ${PORTAL_PATH}/admin/traces/{case_id}/file`;
/** The operator's own originals, for whoever leaves; only with the password of an administrator (portal-export.test.ts). */
const ORIGINALS = `GET ${PORTAL_PATH}/admin/export/{kind}`;
const EVIDENCE = `GET ${PORTAL_PATH}/admin/traces/{case_id}/evidence/{leak}/{candidate}`;
/** They show what somebody brought, as it was brought. */
const BROUGHT = [
	`GET ${PORTAL_PATH}/proposal-pictures/{picture_id}/{size}`,
	`GET ${PORTAL_PATH}/admin/review-pictures/{picture_id}/{size}`,
	`GET ${PORTAL_PATH}/admin/traces/{case_id}/leaks/{leak}`,
	`GET ${PORTAL_PATH}/admin/imports/{import_id}/card/pictures/{picture}/{view}`,
];

test("every route that answers with a file is called here", () => {
	expect(Object.keys(calls).sort()).toEqual([...FILE_ROUTES].sort());
});

function expectNoBase(name: string, bytes: Buffer): void {
	expect(bases.length).toBeGreaterThan(2);
	const unframed = Buffer.from(withoutFrame(bytes));
	for (const base of bases) expect([name, unframed.includes(base)]).toEqual([name, false]);
}

async function edgeOf(bytes: Buffer): Promise<number> {
	const { width, height } = await sharp(bytes).metadata();
	return Math.max(width, height);
}

describe("a picture of the catalogue leaves as a small preview or as a recorded delivery, and never as a bare base:", () => {
	const others = FILE_ROUTES.filter((name) => ![WITH_BASES, ORIGINALS, EVIDENCE, ...BROUGHT].includes(name));
	test.each(others)("%s", async (name) => {
		const { status, type, bytes, deliveries } = await answered(calls[name]!);
		expect(status).toBe(200);
		const files =
			type === "application/zip" ? [...(await unzipped(bytes)).entries()] : [[name, bytes] as const];
		const pictures = files.filter(([file]) => !/\.(ndjson|csv)$/.test(file)).map(([, picture]) => picture);
		expect(pictures.length).toBeGreaterThan(0);
		for (const picture of pictures) expectNoBase(name, picture);
		const edges = await Promise.all(pictures.map(edgeOf));
		const delivered = pictures.filter((_, place) => (edges[place] ?? 0) > PREVIEW_PX);
		expect(deliveries).toBe(delivered.length);
		// SPEC E11: whatever is delivered carries the packet about rights.
		for (const picture of delivered) expect(picture.length - withoutFrame(picture).length).toBe(2081);
	});
});

describe("what somebody brought is shown as it is, and tells nothing about the catalogue's pictures:", () => {
	test.each(BROUGHT)("%s", async (name) => {
		const { status, bytes } = await answered(calls[name]!);
		expect(status).toBe(200);
		expectNoBase(name, bytes);
		const shared = await sharedDetail(bytes, bases[0]!);
		// A leak of a picture shows that picture; nothing is added to what was found.
		if (!name.includes("/leaks/")) expect(shared).toBeLessThan(0.1);
	});
});

test("an export of everything holds originals, but no base, and is recorded", async () => {
	const { status, bytes, deliveries, events } = await answered(calls[ORIGINALS]!);
	expect([status, deliveries, events]).toEqual([200, 0, 1]);
	const entries = [...(await unzipped(bytes)).entries()];
	expect(entries.map(([name]) => name)).toContain(`${BARCODE}_front.jpg`);
	for (const [name, entry] of entries) expectNoBase(name, Buffer.from(entry));
});

test("evidence shows the cells of a picture without the detail of its base", async () => {
	const { status, bytes } = await answered(calls[EVIDENCE]!);
	expect(status).toBe(200);
	expectNoBase(EVIDENCE, bytes);
	const { width, height } = await sharp(bytes).metadata();
	const right = await sharp(bytes)
		.extract({ left: width - height, top: 0, width: height, height })
		.toBuffer();
	expect(await sharedDetail(bases[0]!, bases[0]!)).toBeCloseTo(1);
	// The cells follow the picture, a little.
	expect(await sharedDetail(right, bases[0]!)).toBeLessThan(0.2);
});

test("the report of a case, which a link shows to anybody, has nothing but small previews in it", async () => {
	const at = { case_id: path.case_id ?? "" };
	const made = await administrator.ask("POST /admin/traces/{case_id}/links", { path: at, body: {} });
	const shared = { token: made.body.link.split("#")[1] };
	const { text } = await browser(packshot).ask("POST /shared-case", { body: shared });
	const pictures = [...text.matchAll(/data:[\w/]+;base64,([\w+/=]+)/g)].map(([, bytes = ""]) =>
		Buffer.from(bytes, "base64"),
	);
	// The leak, and the evidence against the client.
	expect(pictures).toHaveLength(2);
	for (const picture of pictures) {
		expect(await edgeOf(picture)).toBeLessThanOrEqual(PREVIEW_PX);
		expectNoBase("POST /shared-case", picture);
	}
});

test("the case file, which contains bases, is for administrators alone, and every download is recorded", async () => {
	const name = "GET /admin/traces/{case_id}/file";
	expect(rolesFor(routes[name])).toEqual(["administrator"]);
	const { status, bytes, events } = await answered(calls[WITH_BASES]!);
	expect([status, events]).toEqual([200, 1]);
	expect(bases.some((base) => bytes.includes(base))).toBe(true);
	const tracer = await newPerson(packshot, { roles: ["tracer"] });
	const refused = await answered(() => portal(name, tracer));
	expect([refused.status, refused.events]).toEqual([403, 0]);
});

test("reviewers see a proposed picture until it is approved: from then on it is the catalogue's", async () => {
	const { body } = await administrator.ask("GET /admin/review", { query: { state: "waiting" } });
	const [{ proposal_id, compared_with }] = body.data;
	const shown = () => portal("GET /admin/review-pictures/{picture_id}/{size}", administrator);
	expect((await shown()).status).toBe(200);
	const approved = await administrator.ask("POST /admin/review/{proposal_id}/approve", {
		path: { proposal_id },
		body: { compared_with },
	});
	expect(approved.body).toMatchObject({ state: "approved", pictures: [{ is_stored: false }] });
	expect((await shown()).status).toBe(404);
	expect((await portal("GET /proposal-pictures/{picture_id}/{size}", owner)).status).toBe(200);
});
