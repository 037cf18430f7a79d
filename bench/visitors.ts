import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { signedIn } from "./caller.ts";
import { median } from "./figure.ts";
import type { LoadResult } from "./load/job.ts";
import { load, loadFrom, startGenerator } from "./load/load.ts";
import { benchFolder, processorSeconds, startPackshot } from "./processes.ts";
import { importProducts } from "./stage.ts";

/**
 * `npx tsx bench/visitors.ts [--seconds N] [--rounds N]`: what 2,000 visitors of the public pages cost paying callers. Billed reads at an even
 * rate, by turns alone and beside 2,000 other connections, each of which opens a page every ten seconds: the front page, lists, searches and products.
 * The service has a core of its own, the load generators have another one. The share of the core that pages take is what reads lose at their peak.
 */
const { values } = parseArgs({
	options: { seconds: { type: "string", default: "8" }, rounds: { type: "string", default: "4" } },
});
const PORT = 8185;
const PRODUCTS = 5000;
const VISITORS = 2000;
const PAGES_A_SECOND = VISITORS / 10;
/** A third of what one core answers, so that neither core is ever full. */
const READS_A_SECOND = 4000;
const MOST_LOST = 0.1;
const SECONDS = Number(values.seconds);

const { folder, remove } = benchFolder();
try {
	const { barcodes } = importProducts(folder, PRODUCTS);
	const server = await startPackshot(folder, PORT, {
		PACKSHOT_STOREFRONT: "on",
		PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE: "10000000",
		PACKSHOT_CONNECTIONS_PER_IP: "100000",
	});
	pin(server.process.pid, 0);
	pin(process.pid, 1);
	const { headers } = await signedIn(folder, PORT);
	const reads = {
		method: "GET",
		headers,
		paths: barcodes.map((one) => `/api/v1/products/${one}?include=info`),
	};
	const visits = { method: "GET", headers: { "accept-encoding": "gzip" }, paths: visitedBy(barcodes) };
	const alone = () =>
		measured(server.process.pid, () =>
			load({ port: PORT, seconds: SECONDS, requests: reads, requestsPerSecond: READS_A_SECOND }),
		);
	// A second one beside that of the billed reads.
	const visitors = startGenerator();
	const job = { port: PORT, seconds: SECONDS + 2, connections: VISITORS, warmUpSeconds: 0, requests: visits };
	await alone();
	const rounds: Round[] = [];
	for (let round = 0; round < Number(values.rounds); round++) {
		const before = await alone();
		const visiting = loadFrom(visitors, { ...job, requestsPerSecond: PAGES_A_SECOND });
		const beside = await alone();
		const seen = await visiting;
		const after = await alone();
		rounds.push(compared({ before, beside, after, seen }));
	}
	visitors.kill();
	await server.stop();
	console.table(rounds);
	const middle = (of: keyof Round) => median(rounds.map((round) => round[of]));
	if (
		middle("share of a core for pages") > MOST_LOST ||
		middle("p99 of a read, of that alone") > 1 + MOST_LOST
	)
		process.exitCode = 1;
} finally {
	remove();
}

/** Keeps a process, and those that it starts from now on, on one core. */
function pin(pid: number | undefined, core: number): void {
	const { status, stderr, error } = spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
	if (status !== 0) throw error ?? new Error(`taskset: ${stderr}`);
}

interface Measured {
	readonly result: LoadResult;
	/** Processor time of the service. */
	readonly seconds: number;
}

async function measured(pid: number | undefined, run: () => Promise<LoadResult>): Promise<Measured> {
	const startedAt = processorSeconds(pid);
	const result = await run();
	return { result, seconds: processorSeconds(pid) - startedAt };
}

type Round = ReturnType<typeof compared>;

function compared(round: { before: Measured; beside: Measured; after: Measured; seen: LoadResult }) {
	const { before, beside, after, seen } = round;
	const alone = (of: (one: Measured) => number) => (of(before) + of(after)) / 2;
	const pageSeconds = beside.seconds - alone(({ seconds }) => seconds);
	const p99 = ({ result }: Measured) => result.latency.p99;
	const short = (value: number) => Number(value.toFixed(3));
	return {
		"reads/s": Math.round(beside.result.requestsPerSecond),
		"pages/s": Math.round(seen.requestsPerSecond),
		"share of a core for pages": short(pageSeconds / SECONDS),
		"a page, ms of processor time": short((1000 * pageSeconds) / (seen.requestsPerSecond * SECONDS)),
		"p99 of a read alone, ms": short(alone(p99)),
		"p99 of a read, of that alone": short(p99(beside) / alone(p99)),
		"pages refused": seen.errors,
		"p99 of a page, ms": Math.round(seen.latency.p99),
	};
}

/** One page in twenty is the front, two are lists, one is a search; the others are products, as people come from search engines. */
function visitedBy(barcodes: readonly string[]): string[] {
	const products = barcodes.map((barcode) => `/p/${barcode}`);
	const often = (path: string, parts: number) =>
		new Array<string>(Math.round((products.length * parts) / 16)).fill(path);
	return [...products, ...often("/", 1), ...often("/products", 2), ...often("/products?q=chocolate", 1)];
}
