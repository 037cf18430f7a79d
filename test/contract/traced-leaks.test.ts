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
import { pinMarks, pinnedSeed } from "../support/pinned-marks.ts";
import { processorMsOfAll } from "../support/processor-time.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { isLong, repetitions } from "../support/thoroughness.ts";

/** An installation that delivers photographs in two styles and four sizes: whose copy is it, whatever was delivered? */

const SIDE_PX = 800;
const SIZES_PX = [600, 400, 300];
const PRODUCTS = repetitions({ gate: 1, long: 10 });
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
	const settings = { PACKSHOT_IMAGE_SIZES: SIZES_PX.join(",") };
	packshot = await startService({ settings, markSeed: pinnedSeed("service") });
	const some = (watermark: "required" | "invisible" | "waived") =>
		Promise.all(
			[1, 2, 3, 4].map(() =>
				packshot.client({ tier: "enterprise", watermark, requestsPerMinute: 100_000 }, "1000"),
			),
		);
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
	await pinMarks(
		packshot,
		Object.values(clients).flat(),
		pictures.map(({ barcode }) => barcode),
	);
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
	/** By kind of leak: how far each guilty client stands out, in standard deviations; 0 if it is not among the most likely. */
	scores: {} as Record<string, number[]>,
};

/** Prints how far the guilty clients stand out in leaks of a kind. */
function tellScores(kind: string): void {
	const scores = tally.scores[kind] ?? [];
	const missed = tally.missed.filter((what) => what.startsWith(kind));
	console.log([`${kind}: z ${scores.join(" ")}`, ...missed].join("\n"));
}

async function judge(
	kind: string,
	what: string,
	leak: Uint8Array,
	from: readonly TestClient[],
): Promise<void> {
	const report = await trace(leak);
	const guilty = from.map(({ clientId }) => clientId);
	const found = named(report);
	const right = guilty.filter((clientId) => found.includes(clientId));
	tally.leaks++;
	const scores = guilty.map((id) => report.candidates.find(({ clientId }) => clientId === id)?.score ?? 0);
	tally.scores[kind] = [...(tally.scores[kind] ?? []), ...scores.map((score) => Number(score.toFixed(2)))];
	tally.clients += guilty.length;
	tally.named += right.length;
	tally.wrong.push(...found.filter((clientId) => !guilty.includes(clientId)));
	if (report.origin?.verdict === "elsewhere") tally.elsewhere.push(what);
	if (right.length < guilty.length)
		tally.missed.push(
			`${what}: ${right.length} of ${guilty.length}, ${report.origin?.verdict ?? "not found"}`,
		);
}

/** Once in each variant, size and style. */
const LEAKS_OF_A_KIND = repetitions({ gate: 1, long: 24 });

/** Another combination of variant, size and style each time, of one product after the other; crops are of full sizes. */
async function leakOf(treatment: Treatment, place: number, i: number) {
	const turn = 7 * place + i;
	const product = (place + i) % PRODUCTS;
	const picture = pictures[VARIANTS.length * product + (turn % VARIANTS.length)]!;
	const style = (["unseen", "drawn", "waived"] as const)[Math.floor(turn / 8) % 3]!;
	const client = clients[style][turn % 3]!;
	const sizes = croppedTreatments.includes(treatment) ? ["full"] : ["full", ...SIZES_PX];
	const size = sizes[Math.floor(turn / 2) % sizes.length]!;
	const copy = await copyOf(picture, client, size);
	return {
		client,
		what: `${treatment.name}, ${picture.barcode} ${picture.variant}, ${style}, ${size}`,
		leak: await treatment.apply(copy, turn),
	};
}

const everyTreatment = [...everydayTreatments, ...turnedTreatments, ...croppedTreatments];
const treatments = isLong ? everyTreatment : everyTreatment.filter(({ isLikeAnother }) => !isLikeAnother);

describe("a copy", () => {
	test.each(treatments.map((treatment, place) => ({ treatment, place, name: treatment.name })))(
		"$name",
		async ({ treatment, place }) => {
			for (let i = 0; i < LEAKS_OF_A_KIND; i++) {
				const { what, leak, client } = await leakOf(treatment, place, i);
				await judge(treatment.name, what, leak, [client]);
			}
			tellScores(treatment.name);
		},
	);

	test("averaged by two who have it with the visible watermark and two who have it without", async () => {
		for (let i = 0; i < LEAKS_OF_A_KIND; i++) {
			const picture = pictures[i % pictures.length]!;
			const four = [...clients.drawn.slice(0, 2), ...clients.unseen.slice(0, 2)];
			const copies = await Promise.all(four.map((client) => copyOf(picture, client)));
			await judge("mixed", `mixed, ${picture.barcode} ${picture.variant}`, await mixed(copies), four);
		}
		tellScores("mixed");
	});
});

// Last, so that all of the above count.
test("nine of ten clients were named, nobody wrongly, and nothing delivered comes from elsewhere", () => {
	const { scores: _, ...counts } = tally;
	console.log(JSON.stringify(counts, null, 1));
	expect([tally.wrong, tally.elsewhere]).toEqual([[], []]);
	expect(tally.leaks).toBeGreaterThan(0);
	expect(tally.named / tally.clients).toBeGreaterThanOrEqual(0.9);
});

// One leak of each kind costs minutes: the gate has a flyer, a mirror image and a mixture (test/support/leaks.ts).
if (isLong)
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

test("a preview, which carries no mark, is unclear, and the original was not delivered", async () => {
	const { barcode, original } = pictures[0]!;
	const preview = await sharp(original).resize(320).jpeg({ quality: 85 }).toBuffer();
	const large = await sharp(original).jpeg({ quality: 85 }).toBuffer();
	const [small, whole] = [await trace(preview, { barcode }), await trace(large, { barcode })];
	expect([named(small), small.origin]).toMatchObject([[], { verdict: "unclear", maybePreview: true }]);
	// Copies of 300 px have too few cells to exclude that the original is one of them, more often than not.
	expect([named(whole), whole.origin?.verdict]).toEqual([[], expect.stringMatching(/^(elsewhere|unclear)$/)]);
});

test("the original of a picture that is delivered in its full size only is from elsewhere", async () => {
	const product = demoProducts()[1]!;
	const { barcode } = product.record;
	const original = await onWhite(await photograph(await product.scene("front"), SIDE_PX));
	await packshot.picture(barcode, "front", { original });
	for (const client of [clients.drawn[0]!, clients.unseen[0]!])
		await copyOf({ barcode, variant: "front", original }, client);
	const { candidates: _, ...report } = await trace(await sharp(original).jpeg({ quality: 85 }).toBuffer(), {
		barcode,
	});
	expect(report).toMatchObject({ verdict: "inconclusive", origin: { verdict: "elsewhere" } });
});
