/*
 * `npm run bench:sqlite`: reads and charges with the SQLite of Node.js and with that of the package, on the same Node.js, 24.15 or newer. Both servers
 * run at the same time and are measured alternately: CPU time of all their threads for each answer. Needs a built service.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { hasMatureSqlite } from "../src/platform/db/sqlite/library.ts";
import { type Caller, signedIn } from "./caller.ts";
import { median } from "./figure.ts";
import { benchFolder, ports, processorSeconds, type Server, startPackshot } from "./processes.ts";
import { importProducts } from "./stage.ts";

const PRODUCTS = 5000;
const ROUNDS = 15;
const AT_ONCE = 32;

/** Rows are read from the file: nothing of the catalogue is kept in memory. */
const settings = { PACKSHOT_PRODUCT_CACHE_BYTES: "0", PACKSHOT_IP_REQUESTS_PER_MINUTE: "10000000" };

interface Work {
	readonly what: string;
	readonly requests: number;
	readonly pathOf: (barcode: string) => string;
}

const WORK: readonly Work[] = [
	{ what: "billed read", requests: 4000, pathOf: (barcode) => `/products/${barcode}?include=info` },
	{ what: "list of 100 products", requests: 300, pathOf: () => "/products?limit=100&include=info" },
];

interface Side {
	readonly server: Server;
	readonly caller: Caller;
}

if (!hasMatureSqlite(process.versions.node)) throw new Error("this Node.js has no SQLite to compare with");
const { folder, remove } = benchFolder();
const own = join(folder, "own");
const { barcodes } = importProducts(own, PRODUCTS);
const packaged = join(folder, "packaged");
cpSync(own, packaged, { recursive: true });
const sides = {
	own: await started(own, ports.plain, {}),
	packaged: await started(packaged, ports.peer, { NODE_OPTIONS: "--no-experimental-sqlite" }),
};
for (const work of WORK) {
	const ratios: number[] = [];
	const costs: Record<keyof typeof sides, number[]> = { own: [], packaged: [] };
	for (let round = -1; round < ROUNDS; round++) {
		const order = round % 2 === 0 ? (["own", "packaged"] as const) : (["packaged", "own"] as const);
		const micros = { own: 0, packaged: 0 };
		for (const name of order) micros[name] = await microsecondsOf(sides[name], work);
		// The first round warms up.
		if (round < 0) continue;
		ratios.push(micros.own / micros.packaged);
		for (const name of order) costs[name].push(micros[name]);
	}
	console.log(
		`${work.what}: ${median(costs.own).toFixed(0)} µs with node:sqlite, ${median(costs.packaged).toFixed(0)} µs with the package; ${median(ratios).toFixed(3)} of it, median of ${ROUNDS} pairs`,
	);
}
for (const { server } of Object.values(sides)) await server.stop();
remove();

async function started(data: string, port: number, more: Record<string, string>): Promise<Side> {
	const server = await startPackshot(data, port, { ...settings, ...more });
	return { server, caller: await signedIn(data, port) };
}

/** CPU time of the server for one request, in microseconds. */
async function microsecondsOf({ server, caller }: Side, { requests, pathOf }: Work): Promise<number> {
	const before = processorSeconds(server.process.pid);
	let sent = 0;
	const reader = async () => {
		while (sent < requests) await caller.call(pathOf(barcodes[sent++ % PRODUCTS] ?? ""));
	};
	await Promise.all(Array.from({ length: AT_ONCE }, reader));
	return (1e6 * (processorSeconds(server.process.pid) - before)) / requests;
}
