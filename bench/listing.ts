import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedProducts } from "../src/demo/generated-products.ts";
import { type Caller, signedIn } from "./caller.ts";
import { fillCatalogue } from "./filled-catalogue.ts";
import { type ListingQuery, listingQueries } from "./listing-queries.ts";
import { benchFolder, type Server, startPackshot } from "./processes.ts";
import { load, requireWrk } from "./wrk.ts";

/**
 * `npx tsx bench/listing.ts [folder]`: listings, counts, availability and bulk checks over HTTP, with 30,000 and with 1,000,000 products.
 * In a folder that is named, filled catalogues are kept for the next time: the large one takes minutes to fill. Where other work loads
 * the machine, look at the processor time: a listing is counted by two threads, so that on two idle cores it takes about half of it.
 */
const SIZES = [30_000, 1_000_000];
const PORT = 8193;
const ROUNDS = 3;
const LOAD_SECONDS = 6;
const LIMIT_MS = 200;

interface Timing {
	readonly name: string;
	/** Products found; for a call that finds none of its own, what it was asked about. */
	readonly products: number;
	/** Of the first, middle and last page, or of the one call; milliseconds, the middle one of several. */
	readonly milliseconds: readonly number[];
	/** Processor time of one call in all threads of the server; Linux alone tells it. */
	readonly processorMs: number | undefined;
}

interface Measured {
	readonly timings: readonly Timing[];
	readonly loads: Readonly<Record<string, number>>;
}

requireWrk();
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
			timings.push(await timeListing(asking, query, server));
		}
		timings.push(...(await timeCalls(caller, barcodes, count, server)));
		return { timings, loads: measureLoads(folder, caller, barcodes) };
	} finally {
		await server.stop();
	}
}

/** Barcodes from all over the catalogue, in no order. */
function sampleBarcodes(count: number): string[] {
	const sampled: string[] = [];
	let place = 0;
	for (const { barcode } of generatedProducts(count))
		if (place++ % (count / 10_000) === 0) sampled.push(barcode);
	return sampled
		.map((barcode) => [Math.random(), barcode] as const)
		.sort()
		.map(([, barcode]) => barcode);
}

async function timeListing(caller: Caller, { name, path }: ListingQuery, server: Server): Promise<Timing> {
	const { body } = await caller.call(`${path}&per_page=500`);
	const last = Math.max(1, body.pagination.total_pages);
	const milliseconds: number[] = [];
	const before = processorMs(server);
	for (const page of [1, Math.ceil(last / 2), last]) {
		milliseconds.push(await middleTime(() => caller.call(`${path}&per_page=500&page=${page}`)));
	}
	const each = perCall(before, processorMs(server), 3 * ROUNDS);
	return { name, products: body.pagination.total, milliseconds, processorMs: each };
}

/** Of all threads so far, in user and system mode together. */
function processorMs({ process }: Server): number | undefined {
	try {
		const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
		return 10 * (Number(fields[11]) + Number(fields[12]));
	} catch {
		return undefined;
	}
}

function perCall(before: number | undefined, after: number | undefined, calls: number): number | undefined {
	return before === undefined || after === undefined ? undefined : (after - before) / calls;
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
		const before = processorMs(server);
		const milliseconds = [await middleTime(call)];
		const each = perCall(before, processorMs(server), ROUNDS);
		timings.push({ name, products, milliseconds, processorMs: each });
	}
	return timings;
}

async function middleTime(call: () => Promise<{ milliseconds: number }>): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) times.push((await call()).milliseconds);
	times.sort((a, b) => a - b);
	return times[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function checkBody(barcodes: readonly string[], fields?: boolean): string {
	return JSON.stringify({ barcodes, ...(fields ? { fields } : {}) });
}

function measureLoads(
	folder: string,
	{ headers }: Caller,
	barcodes: readonly string[],
): Record<string, number> {
	const bodies = Array.from({ length: 20 }, (_, i) => checkBody(barcodes.slice(500 * i, 500 * (i + 1))));
	const check = { method: "POST", paths: ["/api/v1/products/bulk-check"], bodies, headers };
	const paths = barcodes.slice(0, 5000).map((barcode) => `/api/v1/products/${barcode}`);
	return {
		"barcodes/s in bulk checks of 500": 500 * perSecond(load(folder, PORT, check, LOAD_SECONDS)),
		"reads/s, all scopes": perSecond(load(folder, PORT, { method: "GET", paths, headers }, LOAD_SECONDS)),
	};
}

function perSecond({ requestsPerSecond, errors }: { requestsPerSecond: number; errors: number }): number {
	if (errors > 0) console.log(`${errors} requests were refused or took more than 2 s`);
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
