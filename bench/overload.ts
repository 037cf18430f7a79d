import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signedIn } from "./caller.ts";
import { median } from "./figure.ts";
import { load } from "./load/load.ts";
import { benchFolder, startPackshot } from "./processes.ts";
import { importProducts } from "./stage.ts";

/**
 * `npx tsx bench/overload.ts`: alternates the service's peak rate with twice that rate, at even intervals over a thousand connections. The
 * answer rate must hardly drop, and admitted requests must not wait long. Measured with the default limit, which admits all thousand
 * requests, and with a low one, which refuses most of the excess.
 */
const PORT = 8193;
const PRODUCTS = 2000;
const SECONDS = 6;
const ROUNDS = 3;
const PLACES = [2000, 200];
const MANY_CONNECTIONS = 1000;
const PEAK_CONNECTIONS = 64;
const LEAST_KEPT = 0.8;
const SLOWEST_HEALTH_MS = 2000;

const { folder, remove } = benchFolder();
try {
	const { barcodes } = importProducts(folder, PRODUCTS);
	for (const places of PLACES) await overload(places, barcodes);
} finally {
	remove();
}

async function overload(places: number, barcodes: readonly string[]): Promise<void> {
	const server = await startPackshot(folder, PORT, { PACKSHOT_REQUESTS_AT_ONCE: String(places) });
	const { headers } = await signedIn(folder, PORT);
	const paths = barcodes.map((barcode) => `/api/v1/products/${barcode}?include=info`);
	const atPeak = () => measure(paths, headers, PEAK_CONNECTIONS);
	await atPeak();
	let before = await atPeak();
	const rows: Record<string, Awaited<ReturnType<typeof measure>>> = { peak: before };
	const shares: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const over = await measure(paths, headers, MANY_CONNECTIONS, 2 * before["answered/s"]);
		const after = await atPeak();
		shares.push((2 * over["answered/s"]) / (before["answered/s"] + after["answered/s"]));
		rows[`twice that, ${round}`] = over;
		rows[`peak after ${round}`] = after;
		if (over["health p99 ms"] > SLOWEST_HEALTH_MS) process.exitCode = 1;
		before = after;
	}
	await server.stop();
	console.log(`${places} requests at once`);
	console.table(rows);
	const shown = shares.map((share) => `${(share * 100).toFixed(0)} %`).join(", ");
	console.log(`answered under overload, of the peaks before and after: ${shown}`);
	if (median(shares) < LEAST_KEPT) process.exitCode = 1;
}

type Headers = Readonly<Record<string, string>>;

async function measure(
	paths: readonly string[],
	headers: Headers,
	connections: number,
	requestsPerSecond?: number,
) {
	const requests = { method: "GET", headers, paths };
	const rate = requestsPerSecond === undefined ? {} : { requestsPerSecond };
	let running = true;
	const loaded = load({ port: PORT, connections, seconds: SECONDS, requests, ...rate }).finally(() => {
		running = false;
	});
	await sleep(1000);
	const goesOn = () => running;
	const [read, health, { statuses, errors }] = await Promise.all([
		probe(`/api/v1/products/${paths[0]?.split("/").at(-1)}`, headers, 20, goesOn),
		probe("/api/v1/health", {}, 500, goesOn),
		loaded,
	]);
	const refused = statuses[503] ?? 0;
	return {
		"answered/s": Math.round((statuses[200] ?? 0) / SECONDS),
		"refused/s": Math.round(refused / SECONDS),
		others: errors - refused,
		"p50 ms": Math.round(percentile(read, 0.5)),
		"p99 ms": Math.round(percentile(read, 0.99)),
		"health p99 ms": Math.round(percentile(health, 0.99)),
	};
}

/** Sends a request now and then over separate connections. @returns the latencies of answers with 200 in milliseconds, sorted. */
async function probe(
	path: string,
	headers: Headers,
	everyMs: number,
	goesOn: () => boolean,
): Promise<number[]> {
	const agent = new Agent({ keepAlive: true });
	const took: number[] = [];
	const asked: Promise<void>[] = [];
	while (goesOn()) {
		asked.push(
			new Promise((resolve) => {
				const startedAt = performance.now();
				get({ port: PORT, path, headers, agent }, (answer) => {
					answer.resume().once("end", () => {
						if (answer.statusCode === 200) took.push(performance.now() - startedAt);
						resolve();
					});
				}).once("error", () => resolve());
			}),
		);
		await sleep(everyMs);
	}
	await Promise.all(asked);
	agent.destroy();
	return took.sort((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
