import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addTrace } from "../../src/cli/trace.ts";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { blankAddresses } from "../../src/pictures/retention.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { runCommands } from "../support/command-line.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** A delivered picture turns up somewhere: to whom was it delivered? */

let packshot: TestService;
let clients: TestClient[];
async function start(): Promise<void> {
	packshot = await startService();
	clients = await Promise.all(Array.from({ length: 12 }, () => packshot.client()));
}

async function leaked(barcode: string, leaker: TestClient, variant: "front" | "front_clean" = "front") {
	const url = await signedUrl(packshot, leaker, barcode, { variant });
	return Buffer.from((await packshot.call(url)).bytes);
}

// Each test has its own catalogue, because a leak is compared with every similar picture, and all pictures here are similar.
describe("without a barcode", () => {
	beforeEach(start);
	afterEach(() => packshot.close());

	test("an unknown picture is attributed to no client", async () => {
		const noise = {
			create: {
				width: 200,
				height: 200,
				channels: 3,
				background: "red",
				noise: { type: "gaussian", mean: 128, sigma: 60 },
			},
		} as const;
		const report = await attributePictures(packshot.installation, [await sharp(noise).jpeg().toBuffer()], {});
		expect([report.verdict, report.matches]).toEqual(["inconclusive", [null]]);
	});

	test("a picture that was never delivered is recognised and attributed to no client", async () => {
		const barcode = newBarcode();
		const { original } = await packshot.picture(barcode, "front", { seed: 6 });
		const report = await attributePictures(packshot.installation, [original], {});
		expect([report.verdict, report.matches]).toEqual(["inconclusive", [{ barcode, variant: "front" }]]);
	});

	describe.each(["front", "front_clean"] as const)("%s", (variant) => {
		test("a re-encoded copy is attributed to its client, with the times of delivery", async () => {
			const barcode = newBarcode();
			await packshot.picture(barcode, variant, { seed: 0 });
			const leaker = clients[4]!;
			const copy = await sharp(await leaked(barcode, leaker, variant))
				.flatten({ background: "white" })
				.jpeg({ quality: 75 })
				.toBuffer();
			const report = await attributePictures(packshot.installation, [copy], {});
			expect([report.verdict, report.matches]).toEqual(["identified", [{ barcode, variant }]]);
			expect(report.candidates[0]).toMatchObject({
				clientId: leaker.clientId,
				clientName: "Test client",
				deliveries: [{ at: packshot.clock.now(), address: "127.0.0.1" }],
			});
			const [, ...innocents] = report.candidates;
			for (const { falsePositiveProbability } of innocents)
				expect(falsePositiveProbability).toBeGreaterThan(1e-6);
		});
	});
});

describe("a photograph that is stored under four barcodes", () => {
	const barcodes: string[] = [];
	let original: Uint8Array;
	beforeAll(async () => {
		await start();
		({ original } = await packshot.picture(newBarcode(), "front", { seed: 3, sidePx: 400 }));
		for (let i = 0; i < 4; i++) {
			const barcode = newBarcode();
			const file = await sharp(original)
				.jpeg({ quality: 82 + 2 * i })
				.toBuffer();
			await packshot.picture(barcode, "front", { original: file });
			await leaked(barcode, clients[i]!);
			barcodes.push(barcode);
		}
	});
	afterAll(() => packshot.close());

	test.each([{}, { given: 0 }])("a leak of each names its client, given %o", async ({ given }) => {
		const hint = given === undefined ? {} : { barcode: barcodes[given]! };
		for (const [i, barcode] of [...barcodes.entries()].slice(given === undefined ? 0 : 3)) {
			const leak = await sharp(await leaked(barcode, clients[i]!))
				.jpeg({ quality: 80 })
				.toBuffer();
			const { verdict, candidates, origin } = await attributePictures(packshot.installation, [leak], hint);
			expect([verdict, candidates[0]?.clientId, origin?.verdict]).toEqual([
				"identified",
				clients[i]!.clientId,
				"delivered",
			]);
		}
	});

	test("the photograph itself is from elsewhere, and unclear once there are too many to compare it with", async () => {
		const originOf = async () => {
			const hint = { barcode: barcodes[0]! };
			return (await attributePictures(packshot.installation, [original], hint)).origin;
		};
		expect(await originOf()).toMatchObject({ verdict: "elsewhere", isIncomplete: false });
		for (let i = 0; i < 9; i++) await packshot.picture(newBarcode(), "front", { original });
		expect(await originOf()).toMatchObject({ verdict: "unclear", isIncomplete: true });
	});
});

describe("with a barcode", () => {
	beforeAll(start);
	afterAll(() => packshot.close());

	test("the command line names who fetched it and when, with the address only while it is kept", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, "front", { seed: 8 });
		const leaker = clients[2]!;
		const file = join(packshot.folder, "leaked.jpg");
		writeFileSync(file, await leaked(barcode, leaker));
		const at = new Date(packshot.clock.now()).toISOString();
		const words = ["trace", file, "--barcode", barcode];
		const trace = (...more: string[]) => runCommands([addTrace], [...words, ...more], packshot.settings);
		const line = new RegExp(`${leaker.clientId} .*\\(fetched it 1×, last ${at}(.*)\\)$`, "m");

		expect(line.exec((await trace()).stdout)?.[1]).toBe(" from 127.0.0.1");
		const beforeMs = packshot.clock.now() + 1;
		await packshot.installation.db.write(blankAddresses, { beforeMs });
		expect(line.exec((await trace()).stdout)?.[1]).toBe("");
		const { document } = await trace("--json");
		expect([document.verdict, document.candidates[0]]).toMatchObject([
			"identified",
			{ client_id: leaker.clientId, deliveries: [{ at, address: null }] },
		]);
	});

	test("a picture stays traceable after it was replaced and its product removed", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, "front", { seed: 4 });
		const leaker = clients[7]!;
		const leak = await leaked(barcode, leaker);
		await packshot.picture(barcode, "front", { seed: 5 });
		const order = { barcode, variant: null, uploadOffsetMinutes: 0 };
		expect(await packshot.installation.db.write(remove, order)).toBe("removed");
		const report = await attributePictures(packshot.installation, [leak], { barcode });
		expect([report.verdict, report.candidates[0]?.clientId]).toEqual(["identified", leaker.clientId]);
	});

	describe("the origin of a leak", () => {
		async function run(leak: Uint8Array, barcode: string, ...more: string[]) {
			const file = join(packshot.folder, "origin.jpg");
			writeFileSync(file, leak);
			return runCommands([addTrace], ["trace", file, "--barcode", barcode, ...more], packshot.settings);
		}
		const trace = async (leak: Uint8Array, barcode: string) => (await run(leak, barcode, "--json")).document;
		const told = async (leak: Uint8Array, barcode: string) => (await run(leak, barcode)).stdout;

		/** The mean of thirty clients' copies, in which no single one is strong enough to be named; with twelve, one sometimes is. */
		async function mixedCopies(barcode: string): Promise<Buffer> {
			const more = await Promise.all(Array.from({ length: 18 }, () => packshot.client()));
			const copies = await Promise.all(
				[...clients, ...more].map(async (client) =>
					sharp(await leaked(barcode, client))
						.raw()
						.toBuffer({ resolveWithObject: true }),
				),
			);
			const { width, height } = copies[0]!.info;
			const mean = copies[0]!.data.map(
				(_, at) => copies.reduce((sum, { data }) => sum + data[at]!, 0) / copies.length,
			);
			return sharp(mean, { raw: { width, height, channels: 3 } })
				.jpeg({ quality: 60 })
				.toBuffer();
		}

		test("is this service, even when no client is named", async () => {
			const barcode = newBarcode();
			await packshot.picture(barcode, "front", { seed: 9, sidePx: 480 });
			const mixed = await mixedCopies(barcode);
			const { verdict, origin } = await trace(mixed, barcode);
			expect(verdict).toBe("inconclusive");
			expect(origin).toMatchObject({ verdict: "delivered", explanation: "delivered by this service" });
			expect(origin.false_positive_probability).toBeLessThan(1e-6);
			const text = await told(mixed, barcode);
			expect(text).toContain("origin: delivered — delivered by this service (false with probability ");
		});

		test("is elsewhere for the original photograph, which was never delivered", async () => {
			const barcode = newBarcode();
			const { original } = await packshot.picture(barcode, "front", { seed: 10, sidePx: 480 });
			await leaked(barcode, clients[0]!);
			const leak = await sharp(original).jpeg({ quality: 80 }).toBuffer();
			const { verdict, origin } = await trace(leak, barcode);
			expect([verdict, origin.verdict]).toEqual(["inconclusive", "elsewhere"]);
			expect(origin.explanation).toBe("the same photograph from elsewhere");
		});

		test("is unclear when too few cells are reserved, and the explanation says so", async () => {
			const barcode = newBarcode();
			await packshot.picture(barcode, "front", { seed: 11, sidePx: 96 });
			const { verdict, origin } = await trace(await mixedCopies(barcode), barcode);
			expect([verdict, origin.verdict]).toEqual(["inconclusive", "unclear"]);
			expect(origin.explanation).toMatch(
				/^\d+ cells that are reserved for the global codeword are too few to tell$/,
			);
		});

		test("is null for an unrelated picture", async () => {
			const barcode = newBarcode();
			await packshot.picture(barcode, "front", { seed: 12 });
			const grey = { create: { width: 90, height: 90, channels: 3, background: "#777" } } as const;
			expect((await trace(await sharp(grey).jpeg().toBuffer(), barcode)).origin).toBeNull();
		});
	});
});
