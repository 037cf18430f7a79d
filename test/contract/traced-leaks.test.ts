import { demoProducts } from "@packshot/demo/catalogue";
import { cutOutOnTransparent, onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attributePictures, type LeakReport } from "../../src/leaks/attribution/leak-report.ts";
import {
	croppedTreatments,
	everydayTreatments,
	mixed,
	type Treatment,
	turnedTreatments,
} from "../support/leaks.ts";
import { processorMsOfAll } from "../support/processor-time.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** An installation that delivers photographs in two styles and four sizes: whose copy is it, whatever was delivered? */

const SIDE_PX = 800;
const SIZES_PX = [600, 400, 300];
const PRODUCTS = repetitions({ gate: 2, long: 10 });
const VARIANTS = ["front", "front_clean"] as const;

let packshot: TestService;
let clients: Record<"drawn" | "unseen" | "waived", TestClient[]>;
interface Shown {
	readonly barcode: string;
	readonly variant: (typeof VARIANTS)[number];
	readonly original: Uint8Array;
}
const pictures: Shown[] = [];

beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_IMAGE_SIZES: SIZES_PX.join(",") } });
	const some = (watermark: "required" | "invisible" | "waived") =>
		Promise.all([1, 2, 3, 4].map(() => packshot.client({ tier: "enterprise", watermark })));
	clients = { drawn: await some("required"), unseen: await some("invisible"), waived: await some("waived") };
	const products = demoProducts();
	for (let i = 0; i < PRODUCTS; i++) {
		const product = products[(23 * i) % products.length]!;
		const photo = await photograph(await product.scene("front"), SIDE_PX);
		const originals = { front: await onWhite(photo), front_clean: await cutOutOnTransparent(photo) };
		for (const variant of VARIANTS) {
			const { barcode } = product.record;
			const original = originals[variant];
			await packshot.picture(barcode, variant, { original, sizesPx: SIZES_PX });
			pictures.push({ barcode, variant, original });
		}
	}
	// Everything was delivered in both styles and in every size.
	for (const picture of pictures) {
		for (const client of [clients.drawn[3]!, clients.unseen[3]!])
			for (const size of ["full", ...SIZES_PX]) await copyOf(picture, client, size);
	}
});
afterAll(() => packshot.close());

async function copyOf(
	{ barcode, variant }: Shown,
	client: TestClient,
	size: string | number = "full",
): Promise<Buffer> {
	const path = `/products/${barcode}/image?variant=${variant}&size=${size}`;
	const redirect = await packshot.call(path, { client });
	return Buffer.from((await packshot.call(redirect.headers.get("location") ?? "")).bytes);
}

const trace = (leak: Uint8Array, hint = {}) => attributePictures(packshot.installation, [leak], hint);

const named = ({ candidates }: LeakReport) =>
	candidates
		.filter(({ falsePositiveProbability }) => falsePositiveProbability < 1e-6)
		.map(({ clientId }) => clientId);

/** What was found, over all leaks of this file. */
const tally = {
	leaks: 0,
	clients: 0,
	named: 0,
	wrong: [] as string[],
	elsewhere: [] as string[],
	missed: [] as string[],
};

async function judge(what: string, leak: Uint8Array, from: readonly TestClient[], hint = {}): Promise<void> {
	const report = await trace(leak, hint);
	const guilty = from.map(({ clientId }) => clientId);
	const found = named(report);
	const right = guilty.filter((clientId) => found.includes(clientId));
	tally.leaks++;
	tally.clients += guilty.length;
	tally.named += right.length;
	tally.wrong.push(...found.filter((clientId) => !guilty.includes(clientId)));
	if (report.origin?.verdict === "elsewhere") tally.elsewhere.push(what);
	if (right.length < guilty.length)
		tally.missed.push(
			`${what}: ${right.length} of ${guilty.length}, ${report.origin?.verdict ?? "not found"}`,
		);
}

const LEAKS_OF_A_KIND = repetitions({ gate: 1, long: 10 });

/** A leak of each picture, style and size in turn; crops are of full sizes. */
async function leakOf(treatment: Treatment, turn: number) {
	const picture = pictures[turn % pictures.length]!;
	const style = (["unseen", "drawn", "waived"] as const)[turn % 3]!;
	const client = clients[style][turn % 3]!;
	const size = croppedTreatments.includes(treatment)
		? "full"
		: (["full", 600, "full", 400] as const)[turn % 4]!;
	const copy = await copyOf(picture, client, size);
	return {
		picture,
		client,
		what: `${treatment.name}, ${picture.barcode} ${picture.variant}, ${style}, ${size}`,
		leak: await treatment.apply(copy, turn),
	};
}

const treatments = [...everydayTreatments, ...turnedTreatments, ...croppedTreatments];

describe("a copy", () => {
	test.each(treatments.map((treatment, place) => ({ treatment, place, name: treatment.name })))(
		"$name",
		async ({ treatment, place }) => {
			for (let i = 0; i < LEAKS_OF_A_KIND; i++) {
				const { what, leak, client } = await leakOf(treatment, place + 7 * i);
				await judge(what, leak, [client]);
			}
		},
	);

	test("averaged by two who have it with the visible watermark and two who have it without", async () => {
		for (let i = 0; i < LEAKS_OF_A_KIND; i++) {
			const picture = pictures[i % pictures.length]!;
			const four = [...clients.drawn.slice(0, 2), ...clients.unseen.slice(0, 2)];
			const copies = await Promise.all(four.map((client) => copyOf(picture, client)));
			await judge(`mixed, ${picture.barcode} ${picture.variant}`, await mixed(copies), four);
		}
	});
});

// Last, so that all of the above count.
test("nine of ten clients were named, nobody wrongly, and nothing delivered comes from elsewhere", () => {
	console.log(JSON.stringify(tally, null, 1));
	expect([tally.wrong, tally.elsewhere]).toEqual([[], []]);
	expect(tally.leaks).toBeGreaterThan(0);
	expect(tally.named / tally.clients).toBeGreaterThanOrEqual(0.9);
});

test("several leaks take no longer together than one after the other", async () => {
	const leaks = await Promise.all(
		pictures.slice(0, 3).map(async (picture) =>
			sharp(await copyOf(picture, clients.unseen[0]!))
				.flatten()
				.jpeg({ quality: 70 })
				.toBuffer(),
		),
	);
	const timeOf = async (work: () => Promise<unknown>) => {
		// Leaks are read in a process of their own, which ends with each trace.
		const before = processorMsOfAll(process.pid);
		await work();
		return processorMsOfAll(process.pid) - before;
	};
	const alone = await timeOf(async () => {
		for (const leak of leaks) await trace(leak);
	});
	const together = await timeOf(() => attributePictures(packshot.installation, leaks, {}));
	expect(together).toBeLessThan(1.5 * alone);
});

test("a preview, which carries no mark, is unclear, and the original is from elsewhere", async () => {
	const { barcode, original } = pictures[0]!;
	const preview = await sharp(original).resize(320).jpeg({ quality: 85 }).toBuffer();
	const large = await sharp(original).jpeg({ quality: 85 }).toBuffer();
	const [small, whole] = [await trace(preview, { barcode }), await trace(large, { barcode })];
	expect([named(small), small.origin]).toMatchObject([[], { verdict: "unclear", maybePreview: true }]);
	expect([named(whole), whole.origin]).toMatchObject([[], { verdict: "elsewhere" }]);
});
