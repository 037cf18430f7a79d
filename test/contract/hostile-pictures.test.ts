import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { type Browser, newPerson } from "../support/portal.ts";
import { letPropose, upload } from "../support/proposals.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";
import { watchStartedProcesses } from "../support/started-processes.ts";
import { SVG_BOMBS } from "../support/svg-bombs.ts";

/** Pictures made to keep a decoder busy: they are ended at their deadline, and nobody else waits for them. */

/** Processes started by these tests that are still there. */
const running = watchStartedProcesses();

let packshot: TestService;
let administrator: Browser;
let proposer: Browser;
let client: TestClient;
const BARCODE = "0725272730706";
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	const person = await newPerson(packshot);
	proposer = person;
	await letPropose(administrator, person);
	client = await packshot.client({ requestsPerMinute: 100_000, requestsPerDay: 1_000_000 }, "100000");
	await packshot.product({ barcode: BARCODE, info: { brand: "A" } });
	await packshot.picture(BARCODE, "front");
});
afterAll(() => packshot.close());

const STYLE = { place: "centre", width_percent: 25, opacity_percent: 30 } as const;
const logoMark = (logo: Uint8Array) => ({
	mark: { logo: Buffer.from(logo).toString("base64"), name: "logo.svg" },
});
async function saveLogo(logo: Uint8Array) {
	const { revision } = (await administrator.ask("GET /admin/watermark")).body;
	return administrator.ask("PUT /admin/watermark", { body: { ...STYLE, ...logoMark(logo), revision } });
}

async function addLeak(bytes: Uint8Array) {
	const { body } = await administrator.ask("POST /admin/traces", { body: { name: "A leak" } });
	const response = await fetch(`${packshot.origin}${PORTAL_PATH}/admin/traces/${body.case_id}/leaks`, {
		method: "POST",
		headers: {
			cookie: administrator.cookie ?? "",
			origin: packshot.origin,
			"x-packshot-csrf": administrator.csrf ?? "1",
			"content-type": "application/octet-stream",
		},
		body: Buffer.from(bytes),
	});
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
	return { status: response.status, body: (await response.json()) as any };
}

/** A billed read, and a picture from its URL to its last byte. */
async function readAndFetch(): Promise<void> {
	const read = await packshot.call(`/products/${BARCODE}`, { client });
	const picture = await packshot.call(await signedUrl(packshot, client, BARCODE));
	expect([read.status, picture.status]).toEqual([200, 200]);
}

/** More would only keep a core busy. */
const MOST_READS = 20;

/** Does reads and deliveries while something is going on. */
async function meanwhile<T>(work: () => Promise<T>): Promise<{ made: T; served: number }> {
	let isOver = false;
	const working = work().finally(() => {
		isOver = true;
	});
	await vi.waitUntil(() => isOver || running().length > 0, { timeout: PATIENCE_MS });
	let served = 0;
	for (; !isOver && served < MOST_READS; served++) await readAndFetch();
	return { made: await working, served };
}

describe("a drawing that would take for ever", () => {
	test("is refused as a logo, while reads and deliveries are answered", async () => {
		const bomb = SVG_BOMBS["nested masks"]!;
		const { made, served } = await meanwhile(() => saveLogo(bomb));
		expect([made.status, made.body.error]).toEqual([422, "watermark_refused"]);
		expect(made.body.message).toBe(
			"The logo cannot be drawn: it takes longer than 10 s; choose a simpler one, or save it as a PNG.",
		);
		expect(served).toBeGreaterThan(0);
		expect(running()).toEqual([]);
		expect((await administrator.ask("GET /admin/watermark")).body.revision).toBe(0);
	});

	test("is refused as a proposal and as a leak without being drawn", async () => {
		const bomb = SVG_BOMBS["nested masks"]!;
		const proposed = await upload(packshot, proposer, "front", bomb);
		expect([proposed.status, proposed.body.error]).toEqual([422, "picture_refused"]);
		expect(proposed.body.message).toContain("neither JPEG nor PNG");
		const leak = await addLeak(bomb);
		expect([leak.status, leak.body.error]).toEqual([422, "not_a_picture"]);
	});
});

describe("a file of some kilobytes with fifty megapixels", () => {
	const huge = (format: "png" | "jpeg") => {
		const create = { width: 7000, height: 7000, channels: 3, background: "#888" } as const;
		return sharp({ create, limitInputPixels: false })[format]().toBuffer();
	};
	test.each(["png", "jpeg"] as const)("as %s is decoded beside reads and deliveries", async (format) => {
		const bytes = await huge(format);
		const proposed = await meanwhile(() => upload(packshot, proposer, "front", bytes));
		expect([proposed.made.status, proposed.served > 0]).toEqual([201, true]);
		const leak = await meanwhile(() => addLeak(bytes));
		expect([leak.made.status, leak.served > 0]).toEqual([201, true]);
	});
});
