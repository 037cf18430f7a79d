import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generatedProducts } from "../src/demo/generated-products.ts";
import { signedIn } from "./caller.ts";
import { load } from "./load/load.ts";
import { benchFolder, runPackshot, startPackshot } from "./processes.ts";

/**
 * `npx tsx bench/overload.ts`: the most that the service carries, then twice that, at even intervals
 * over a thousand connections. What is answered must hardly become less, and whoever is let in must not wait long.
 */
const PORT = 8193;
const PRODUCTS = 2000;
const SECONDS = 10;
const AT_ONCE = 200;
const MANY_CONNECTIONS = 1000;
const PEAK_CONNECTIONS = 64;

const { folder, remove } = benchFolder();
try {
	const barcodes = fillCatalogue();
	const server = await startPackshot(folder, PORT, { PACKSHOT_REQUESTS_AT_ONCE: String(AT_ONCE) });
	const { headers } = await signedIn(folder, PORT);
	const paths = barcodes.map((barcode) => `/api/v1/products/${barcode}?include=info`);
	await measure(paths, headers, PEAK_CONNECTIONS, SECONDS);
	const peak = await measure(paths, headers, PEAK_CONNECTIONS, SECONDS);
	const over = await measure(paths, headers, MANY_CONNECTIONS, SECONDS, 2 * peak["answered/s"]);
	const after = await measure(paths, headers, PEAK_CONNECTIONS, 5);
	console.table({
		[`${PEAK_CONNECTIONS} callers`]: peak,
		"twice the load": over,
		afterwards: after,
	});
	const kept = over["answered/s"] / Math.max(peak["answered/s"], after["answered/s"]);
	console.log(`${(kept * 100).toFixed(0)} % of the peak was answered under overload`);
	await server.stop();
	if (kept < 0.8 || over["health p99 ms"] > 2000) process.exitCode = 1;
} finally {
	remove();
}

function fillCatalogue(): string[] {
	const products = [...generatedProducts(PRODUCTS)];
	const file = join(folder, "products.ndjson");
	writeFileSync(file, products.map((product) => JSON.stringify(product)).join("\n"));
	runPackshot(folder, ["import", file]);
	return products.map(({ barcode }) => barcode);
}

type Headers = Readonly<Record<string, string>>;

async function measure(
	paths: readonly string[],
	headers: Headers,
	connections: number,
	seconds: number,
	requestsPerSecond?: number,
) {
	const requests = { method: "GET", headers, paths };
	const rate = requestsPerSecond === undefined ? {} : { requestsPerSecond };
	let running = true;
	const loaded = load({ port: PORT, connections, seconds, requests, ...rate }).finally(() => {
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
		"answered/s": Math.round((statuses[200] ?? 0) / seconds),
		"refused/s": Math.round(refused / seconds),
		others: errors - refused,
		"p50 ms": Math.round(percentile(read, 0.5)),
		"p99 ms": Math.round(percentile(read, 0.99)),
		"health p99 ms": Math.round(percentile(health, 0.99)),
	};
}

/** Asks now and then over connections of its own. @returns how long answers with 200 took, in milliseconds, in order. */
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
