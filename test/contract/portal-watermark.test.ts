import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { defaultWatermark, watermarkVersion } from "../../src/pictures/preparation/watermark-settings.ts";
import { claimRun, takeRun } from "../../src/pictures/reprocessing/claims.ts";
import { type PerformedRun, performRun, type RunParts } from "../../src/pictures/reprocessing/perform-run.ts";
import { readWatermark } from "../../src/pictures/style/saved-style.ts";
import { ulid } from "../../src/platform/ids.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** The watermark page: the style, previews of it, and reprocessing pictures. */

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let second: Person;
const CHOCOLATE = "0725272730706";
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	second = await newPerson(packshot, { isAdministrator: true });
	await packshot.product({ barcode: CHOCOLATE, info: { product_name: "שׁוֹקוֹלָד חלב" } });
	for (const variant of ["front", "front_clean"] as const) {
		await packshot.picture(CHOCOLATE, variant, { sidePx: 400 });
	}
	await packshot.alter(`update image set watermark_version = '${watermarkVersion(defaultWatermark)}'`);
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const STYLE = { place: "bottom-right", width_percent: 40, opacity_percent: 60 } as const;
const page = async (by = administrator) => (await by.ask("GET /admin/watermark")).body;
const save = (body: object, by = administrator) => by.ask("PUT /admin/watermark", { body });
const saveNow = async (style: object, by = administrator) => {
	const saved = await save({ ...STYLE, ...style, revision: (await page()).revision }, by);
	expect(saved.status).toBe(200);
	return saved.body;
};
const run = async () => (await administrator.ask("GET /admin/watermark/preparing")).body.run;
const begin = (by = administrator) => by.ask("POST /admin/watermark/preparing");
const pause = () => administrator.ask("POST /admin/watermark/preparing/pause");
const resume = () => administrator.ask("POST /admin/watermark/preparing/resume");
const stop = () => administrator.ask("POST /admin/watermark/preparing/stop");
const newest = async (action: string) => {
	const { body } = await administrator.ask("GET /admin/events", { query: { subject: "watermark" } });
	return body.data.find((event: { action: string }) => event.action === action);
};

async function preview(body: object, by = administrator): Promise<Response> {
	return fetch(`${packshot.origin}${PORTAL_PATH}/admin/watermark/preview`, {
		method: "POST",
		headers: {
			cookie: by.cookie ?? "",
			origin: packshot.origin,
			"x-packshot-csrf": by.csrf ?? "1",
			"content-type": "application/json",
		},
		body: JSON.stringify({ ...STYLE, barcode: CHOCOLATE, variant: "front", ...body }),
	});
}
async function shown(body: object): Promise<{ isDrawn: string | null; pixels: Buffer; hasAlpha: boolean }> {
	const answer = await preview(body);
	expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
	const image = sharp(Buffer.from(await answer.arrayBuffer()));
	return {
		isDrawn: answer.headers.get("x-watermark-drawn"),
		hasAlpha: (await image.metadata()).hasAlpha === true,
		pixels: await image.raw().toBuffer(),
	};
}
const svg = (colour: string) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="${colour}"/></svg>`,
	).toString("base64");

/** Performs a run in this process, as a server process would. */
async function performNext(more: Partial<RunParts> = {}): Promise<PerformedRun | undefined> {
	const { installation } = packshot;
	const { db, clock } = installation;
	const leaseId = ulid(clock.now());
	const claimed = await db.write(claimRun, { leaseId });
	if (!claimed) return undefined;
	const { images } = loadConfig(packshot.settings);
	const watermark = await readWatermark(db, images);
	return performRun({ ...installation, watermark, sizesPx: [], uploadOffsetMinutes: 0, ...more }, claimed);
}

describe("the watermark style", () => {
	test("is the default until one is saved; a saved style takes effect and is logged with before and after", async () => {
		expect(await page()).toMatchObject({
			style: {
				mark: { kind: "text", text: "PACKSHOT" },
				place: "bottom-right",
				width_percent: 20,
				opacity_percent: 50,
			},
			decided_by: { mark: null, place: null, width_percent: null, opacity_percent: null },
			revision: 0,
			saved_at: null,
			pictures: 2,
			outdated: 0,
		});
		const saved = await saveNow({ mark: { text: " סטודיו צפון " } });
		expect(saved).toMatchObject({
			style: { mark: { kind: "text", text: "סטודיו צפון" }, place: "bottom-right", width_percent: 40 },
			revision: 1,
			saved_by: administrator.email,
			outdated: 2,
		});
		expect(saved.estimate.seconds).toBeGreaterThan(0);
		expect(saved.estimate.bytes).toBeGreaterThan(1000);
		expect(await newest("watermark.changed")).toMatchObject({
			what: "Watermark changed",
			account_email: administrator.email,
			changes: [
				{ name: "What is drawn", before: 'text "PACKSHOT"', after: 'text "סטודיו צפון"' },
				{ name: "Width, in percent", before: "20", after: "40" },
				{ name: "Opacity, in percent", before: "50", after: "60" },
			],
		});
	});

	test("keeps its mark when none is given, and accepts a logo", async () => {
		const { style } = await saveNow({ mark: { logo: svg("#c00"), name: "brand.svg" } });
		expect(style.mark).toEqual({ kind: "logo", name: "brand.svg" });
		expect((await saveNow({ place: "centre" })).style).toMatchObject({
			mark: { kind: "logo", name: "brand.svg" },
			place: "centre",
		});
		const watermark = await readWatermark(packshot.installation.db, loadConfig(packshot.settings).images);
		// A drawing is stored as pixels.
		const { logo, png } = watermark.mark as { logo: Uint8Array; png: Uint8Array };
		expect(await sharp(logo).metadata()).toMatchObject({ format: "png", width: 2048, height: 1024 });
		expect(Buffer.compare(logo, png)).toBe(0);
	});

	test("is not saved for a revision that never was, not even the first time", async () => {
		const fresh = await startService();
		onTestFinished(() => fresh.close());
		const person = await newPerson(fresh, { isAdministrator: true });
		const statusFor = async (revision: number) => (await save({ ...STYLE, revision }, person)).status;
		expect([await statusFor(7), await statusFor(1e300), await statusFor(0)]).toEqual([409, 400, 200]);
	});

	test("is not changed by a save based on an older revision, which is 409 style_changed", async () => {
		const { revision } = await page(second);
		await saveNow({ mark: { text: "FIRST" } });
		const late = await save({ ...STYLE, mark: { text: "SECOND" }, revision }, second);
		expect([late.status, late.body.error]).toEqual([409, "style_changed"]);
		expect((await page()).style.mark.text).toBe("FIRST");
	});

	test.each([
		["characters that the typeface lacks", { text: "水印 X" }, /^These characters cannot be drawn: 水 印\.$/],
		["text without a visible character", { text: " " }, /empty/],
		[
			"a logo that is not an image",
			{ logo: Buffer.from("no picture").toString("base64"), name: "a.png" },
			/PNG or SVG/,
		],
		["a transparent logo", { logo: svg("none"), name: "a.svg" }, /transparent/],
	])("rejects %s and gives the reason", async (_, mark, reason) => {
		const { revision } = await page();
		const refused = await save({ ...STYLE, mark, revision });
		expect([refused.status, refused.body.error]).toEqual([422, "watermark_refused"]);
		expect(refused.body.message).toMatch(reason);
		expect((await page()).revision).toBe(revision);
	});

	test.each([
		["place", { place: "everywhere" }],
		["width", { width_percent: 0 }],
		["opacity", { opacity_percent: 101 }],
		["text", { mark: { text: "" } }],
		["text with control characters", { mark: { text: "a\u0007b" } }],
		["logo", { mark: { logo: "no base64!", name: "a.png" } }],
	])("returns bad_request for an invalid %s", async (_, wrong) => {
		expect((await save({ ...STYLE, revision: 0, ...wrong })).body.error).toBe("bad_request");
	});
});

describe("previews", () => {
	test("are small and drawn with the given style, in the corner if deliveries have nothing drawn; a cut-out keeps its alpha channel", async () => {
		const plain = await shown({ place: "invisible", mark: { text: "A" } });
		const drawn = await shown({ mark: { text: "A" } });
		const stronger = await shown({ mark: { text: "A" }, opacity_percent: 100 });
		expect([plain.isDrawn, drawn.isDrawn]).toEqual(["0", "1"]);
		expect(STYLE.place).toBe("bottom-right");
		expect(Buffer.compare(plain.pixels, drawn.pixels)).toBe(0);
		expect(drawn.pixels.length).toBe(320 * 320 * 3);
		expect(Buffer.compare(drawn.pixels, stronger.pixels)).not.toBe(0);
		expect((await shown({ variant: "front_clean", mark: { text: "A" } })).hasAlpha).toBe(true);
		expect(
			Buffer.compare(plain.pixels, (await shown({ mark: { logo: svg("#0c0"), name: "b" } })).pixels),
		).not.toBe(0);
	});

	test("reject text that cannot be drawn with 422, and unknown pictures with 404", async () => {
		const codes = async (body: object) => {
			const answer = await preview(body);
			return [answer.status, ((await answer.json()) as { error: string }).error];
		};
		expect(await codes({ mark: { text: "水" } })).toEqual([422, "watermark_refused"]);
		expect(await codes({ variant: "back" })).toEqual([404, "not_found"]);
		expect(await codes({ barcode: "9999" })).toEqual([404, "not_found"]);
	});

	test("are offered for the pictures of a product, or for samples from the catalogue", async () => {
		const samples = (query: Record<string, string>) =>
			administrator.ask("GET /admin/watermark/samples", { query });
		const ofProduct = { barcode: CHOCOLATE, product_name: "שׁוֹקוֹלָד חלב", shows: null };
		const thumbnail = expect.stringMatching(/^[0-9a-z]{26}$/);
		const offered = (await samples({ barcode: CHOCOLATE })).body.data;
		expect(offered).toEqual([
			{ ...ofProduct, thumbnail, variant: "front" },
			{ ...ofProduct, thumbnail, variant: "front_clean" },
		]);
		const small = await administrator.ask("GET /thumbnails/{thumbnail}", {
			path: { thumbnail: offered[0].thumbnail },
		});
		expect(small.status).toBe(200);
		expect((await samples({ barcode: "9999" })).body.error).toBe("not_found");
		expect((await samples({ barcode: "chocolate" })).body.error).toBe("invalid_barcode");
		const { data } = (await samples({})).body;
		expect(data.map(({ shows }: { shows: string }) => shows)).toEqual(["light", "cut_out"]);
	});
});

describe("reprocessing", () => {
	test("redraws every picture, reports its progress, and keeps earlier deliveries attributable", async () => {
		const client = await packshot.client();
		const before = await packshot.call(await signedUrl(packshot, client, CHOCOLATE));
		await saveNow({ mark: { text: "ANEW" }, place: "centre" });
		expect((await begin()).body.run).toMatchObject({
			state: "going",
			is_running: false,
			by: administrator.email,
			total: null,
			prepared: 0,
		});
		expect((await begin(second)).body.error).toBe("preparing_under_way");
		expect(await performNext()).toMatchObject({ end: "done", report: { prepared: 2, failed: [] } });
		expect(await run()).toMatchObject({
			state: "done",
			total: 2,
			prepared: 2,
			failed: 0,
			seconds_left: null,
		});
		expect(await page()).toMatchObject({ outdated: 0 });
		const after = await packshot.call(await signedUrl(packshot, client, CHOCOLATE));
		for (const { bytes } of [before, after]) {
			const { candidates } = await attributePictures(packshot.installation, [bytes], { barcode: CHOCOLATE });
			expect(candidates[0]?.clientId).toBe(client.clientId);
		}
		expect(await newest("preparing.started")).toMatchObject({ what: "Reprocessing of pictures started" });
	});

	test("can be paused, resumed and ended early, each only once and in the matching state", async () => {
		await saveNow({ mark: { text: "PAUSED" } });
		await begin();
		expect((await resume()).body.error).toBe("preparing_elsewhere");
		expect((await pause()).body.run.state).toBe("paused");
		expect((await pause()).body.error).toBe("preparing_elsewhere");
		expect(await performNext()).toBeUndefined();
		expect((await begin()).body.error).toBe("preparing_under_way");
		expect((await resume()).body.run.state).toBe("going");
		expect((await stop()).body.run).toMatchObject({ state: "stopped", prepared: 0 });
		expect((await stop()).body.error).toBe("preparing_elsewhere");
		expect((await page()).outdated).toBe(2);
		expect([
			await newest("preparing.paused"),
			await newest("preparing.resumed"),
			await newest("preparing.stopped"),
		]).toEqual([
			expect.objectContaining({ what: "Reprocessing of pictures paused" }),
			expect.objectContaining({ what: "Reprocessing of pictures resumed" }),
			expect.objectContaining({ what: "Reprocessing of pictures ended early" }),
		]);
	});

	/** A blob store that blocks each picture until the gate is opened. */
	function gate() {
		let open: () => void = () => undefined;
		const opened = new Promise<void>((resolve) => {
			open = resolve;
		});
		const { blobs } = packshot.installation;
		let asked: () => void = () => undefined;
		let count = 0;
		const begun = new Promise<void>((resolve) => {
			asked = resolve;
		});
		return {
			open,
			begun,
			/** How many pictures were begun. */
			count: () => count,
			blobs: {
				...blobs,
				get: async (key: string) => {
					count++;
					asked();
					await opened;
					return blobs.get(key);
				},
			},
		};
	}

	test("finishes the pictures it has begun when paused while running, and does the rest after resuming", async () => {
		// More than are prepared in parallel.
		const total = availableParallelism() + 6;
		for (let added = 2; added < total; added++) await packshot.picture(newBarcode(), "front");
		await begin();
		const gated = gate();
		const performing = performNext({ blobs: gated.blobs });
		await gated.begun;
		expect((await run()).is_running).toBe(true);
		expect(await performNext()).toBeUndefined();
		expect((await pause()).body.run).toMatchObject({ state: "going", asked: "pause" });
		// The process that works on the run notices with the next lease renewal, and finishes the pictures it has begun.
		const shownThen = await workedMs();
		await until(async () => (await workedMs()) !== shownThen);
		gated.open();
		expect((await performing)?.end).toBe("stopped");
		expect(gated.count()).toBeLessThan(total);
		expect(await run()).toMatchObject({ state: "paused", asked: null, prepared: gated.count(), total });
		expect((await page()).outdated).toBe(total - gated.count());
		await resume();
		expect((await performNext())?.end).toBe("done");
		expect(await run()).toMatchObject({ state: "done", prepared: total, total });
		await packshot.alter(`delete from image where barcode <> '${CHOCOLATE}'`);
	});

	/** As of the last lease renewal. */
	const workedMs = async () => (await run()).worked_ms;
	async function until(isDone: () => Promise<boolean>): Promise<void> {
		while (!(await isDone())) await sleep(50);
	}

	test("resumes after its process was killed, and applies a style saved meanwhile to all pictures", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, "front");
		await begin();
		const dead = { leaseId: "killed" };
		expect(await packshot.installation.db.write(claimRun, dead)).toBeDefined();
		expect(await performNext()).toBeUndefined();
		await saveNow({ mark: { text: "MEANWHILE" } });
		expect((await run()).asked).toBe("begin");
		packshot.clock.advance(21_000);
		expect((await performNext())?.end).toBe("done");
		const { pictures, outdated } = await page();
		expect([pictures, outdated]).toEqual([3, 0]);
		await packshot.alter(`delete from image where barcode = '${barcode}'`);
	});

	test("waits while the blob store fails, lists pictures that cannot be prepared, and can be taken over by the command", async () => {
		const { installation } = packshot;
		await saveNow({ mark: { text: "FAILING" } });
		await begin();
		const { BlobMissing, BlobUnavailable } = await import("../../src/platform/blobs/blob-store.ts");
		const failing = (fault: Error) => ({
			blobs: { ...installation.blobs, get: () => Promise.reject(fault) },
		});
		await expect(performNext(failing(new BlobUnavailable("the store is away")))).rejects.toThrow("away");
		expect(await run()).toMatchObject({ state: "going", is_running: false, failure: "the store is away" });
		expect(await performNext()).toBeUndefined();
		packshot.clock.advance(31_000);
		expect((await performNext(failing(new BlobMissing("no blob"))))?.end).toBe("done");
		expect(await run()).toMatchObject({
			state: "done",
			failed: 2,
			failure: null,
			failures: [
				{ barcode: CHOCOLATE, variant: expect.any(String), reason: "no blob" },
				{ barcode: CHOCOLATE, variant: expect.any(String), reason: "no blob" },
			],
		});
		await begin();
		await pause();
		const holder = { leaseId: "command" };
		const taken = await installation.db.write(takeRun, { ...holder, runId: "prep_other" });
		expect(taken).toMatchObject({ account_id: administrator.accountId, state: "running" });
		expect(await run()).toMatchObject({ state: "going", is_running: true });
	});
});
