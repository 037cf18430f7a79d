import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Caller, signedIn } from "./caller.ts";
import { fillCatalogue, filledBarcodes } from "./filled-catalogue.ts";
import { listingQueries } from "./listing-queries.ts";
import { middleTime, processorMsEach, type Timing, timeListing } from "./listing-times.ts";
import type { LoadRequests, LoadResult } from "./load/job.ts";
import { load } from "./load/load.ts";
import { benchFolder, type Server, startPackshot } from "./processes.ts";

/**
 * `npx tsx bench/listing.ts [folder]`: listings, counts, availability and bulk checks over HTTP, with 30,000 and with 1,000,000 products.
 * If a folder is given, filled catalogues are kept there for the next run: the large one takes a minute to fill. On a machine with other
 * load, look at the CPU time: two threads count a listing, so on two idle cores it takes about half of that.
 */
const SIZES = [30_000, 1_000_000];
const PORT = 8193;
const ROUNDS = 3;
const LOAD_SECONDS = 6;
const LIMIT_MS = 200;

interface Measured {
	readonly timings: readonly Timing[];
	readonly loads: Readonly<Record<string, number>>;
}

const made =
	process.argv[2] === undefined ? benchFolder() : { folder: process.argv[2], remove: () => undefined };
try {
	const measured: Measured[] = [];
	for (const count of SIZES) measured.push(await measure(join(made.folder, String(count)), count));
	report(measured);
} finally {
	made.remove();
}

async function measure(folder: string, count: number): Promise<Measured> {
	mkdirSync(folder, { recursive: true });
	if (!existsSync(join(folder, "packshot.sqlite"))) {
		const startedAt = performance.now();
		await fillCatalogue(folder, count);
		console.log(`${count} products filled in, in ${Math.round((performance.now() - startedAt) / 1000)} s`);
	}
	const server = await startPackshot(folder, PORT);
	try {
		const caller = await signedIn(folder, PORT);
		const barcodes = sampleBarcodes(count);
		const timings: Timing[] = [];
		for (const query of listingQueries(count)) {
			const asking = query.client ? await signedIn(folder, PORT, query.client) : caller;
			timings.push(await timeListing(asking, query, server, ROUNDS));
		}
		timings.push(...(await timeCalls(caller, barcodes, count, server)));
		return { timings, loads: await measureLoads(caller, barcodes) };
	} finally {
		await server.stop();
	}
}

/** Barcodes from all over the catalogue, in random order. */
function sampleBarcodes(count: number): string[] {
	return filledBarcodes(count, 10_000)
		.map((barcode) => [Math.random(), barcode] as const)
		.sort()
		.map(([, barcode]) => barcode);
}

async function timeCalls(
	caller: Caller,
	barcodes: readonly string[],
	count: number,
	server: Server,
): Promise<Timing[]> {
	let next = 0;
	const some = (size: number) => {
		next = (next + size) % (barcodes.length - size);
		return barcodes.slice(next, next + size);
	};
	const calls: [string, number, () => Promise<{ milliseconds: number }>][] = [
		["metadata-fields?counts=1", count, () => caller.call("/metadata-fields?counts=1")],
		["metadata/{barcode}", 1, () => caller.call(`/metadata/${some(1)[0]}`)],
		["products/bulk-check, 500", 500, () => caller.call("/products/bulk-check", checkBody(some(500)))],
		["metadata/bulk-check, 500", 500, () => caller.call("/metadata/bulk-check", checkBody(some(500)))],
		[
			"metadata/bulk-check, 500, fields",
			500,
			() => caller.call("/metadata/bulk-check", checkBody(some(500), true)),
		],
	];
	const timings: Timing[] = [];
	for (const [name, products, call] of calls) {
		let ms = Number.NaN;
		const processorMs = await processorMsEach(server, ROUNDS, async () => {
			ms = await middleTime(call, ROUNDS);
		});
		timings.push({ name, products, milliseconds: [ms], processorMs });
	}
	return timings;
}

function checkBody(barcodes: readonly string[], fields?: boolean): string {
	return JSON.stringify({ barcodes, ...(fields ? { fields } : {}) });
}

async function measureLoads(
	{ headers }: Caller,
	barcodes: readonly string[],
): Promise<Record<string, number>> {
	const bodies = Array.from({ length: 20 }, (_, i) => checkBody(barcodes.slice(500 * i, 500 * (i + 1))));
	const check = { method: "POST", paths: ["/api/v1/products/bulk-check"], bodies, headers };
	const paths = barcodes.slice(0, 5000).map((barcode) => `/api/v1/products/${barcode}`);
	const loaded = async (requests: LoadRequests) =>
		perSecond(await load({ port: PORT, seconds: LOAD_SECONDS, requests }));
	return {
		"barcodes/s in bulk checks of 500": 500 * (await loaded(check)),
		"reads/s, all scopes": await loaded({ method: "GET", paths, headers }),
	};
}

function perSecond({ requestsPerSecond, errors }: LoadResult): number {
	if (errors > 0) console.log(`${errors} requests were refused`);
	return requestsPerSecond;
}

function report([small, large]: readonly Measured[]): void {
	if (!small || !large) return;
	const shown = (times: readonly number[] = []) => times.map((time) => time.toFixed(1)).join("  ");
	console.log(
		"\nmilliseconds at the first, middle and last page of 500; processor: of a call with 1,000,000",
	);
	console.table(
		large.timings.map(({ name, products, milliseconds, processorMs }, place) => ({
			what: name,
			products,
			"30,000": shown(small.timings[place]?.milliseconds),
			"1,000,000": shown(milliseconds),
			processor: processorMs?.toFixed(0) ?? "",
			[`over ${LIMIT_MS}`]: milliseconds.some((time) => time > LIMIT_MS) ? "OVER" : "",
		})),
	);
	console.table(
		Object.entries(large.loads).map(([what, rate]) => ({
			what,
			"30,000": Math.round(small.loads[what] ?? 0),
			"1,000,000": Math.round(rate),
		})),
	);
}
