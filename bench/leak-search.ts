/*
 * npx tsdown && npx tsx bench/leak-search.ts: how long `packshot trace` takes, from the start of its process to its end, and how much memory.
 *
 *   --pictures N,N   pictures in the catalogue (100000,1000000), for leaks without a barcode
 *   --clients N,N    clients (10000,1000000), for a leak with its barcode
 *   --postgres       on a PostgreSQL of its own instead of SQLite
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { demoProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { postgresPrograms, startPostgres } from "../test/support/postgres-server.ts";
import { processorMsOfAll } from "../test/support/processor-time.ts";
import { signedIn } from "./caller.ts";
import { table } from "./markdown-table.ts";
import { benchFolder, ports, startPackshot } from "./processes.ts";
import { createIndexFiller } from "./search/filled-index.ts";
import { importPackshots } from "./search/imported-packshots.ts";
import { openSearched } from "./search/searched-database.ts";

const PRODUCTS = 20;
const SIDE_PX = 1600;
const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));

const { values: options } = parseArgs({
	options: {
		pictures: { type: "string", default: "100000,1000000" },
		clients: { type: "string", default: "10000,1000000" },
		postgres: { type: "boolean", default: false },
	},
});
const counts = (text: string) => text.split(",").filter(Boolean).map(Number);

const { folder } = benchFolder();
const programs = options.postgres ? postgresPrograms() : undefined;
const postgres = programs ? await startPostgres(programs, { syncs: false }) : undefined;
const settings: Record<string, string> = postgres
	? { PACKSHOT_DATABASE_URL: postgres.url, PACKSHOT_SECRET: "one secret for the whole benchmark" }
	: {};
try {
	await measureAll();
} finally {
	await postgres?.remove();
}

async function measureAll(): Promise<void> {
	const barcodes = await importPackshots(folder, demoProducts().slice(0, PRODUCTS), SIDE_PX, settings);
	const barcode = barcodes[3] ?? "";
	const leaks = await makeLeaks(barcode);
	const database = await openSearched(folder, settings);
	const real = await database.images();
	const rows: string[][] = [];
	const fillIndex = createIndexFiller(database, real);
	for (const pictures of counts(options.pictures)) {
		await fillIndex(pictures);
		for (const [name, file] of Object.entries(leaks))
			rows.push([`${pictures} pictures, ${name}`, ...(await timed([file], barcode))]);
		const files = Object.values(leaks);
		const known = ["--barcode", barcode];
		rows.push([
			`${pictures} pictures, half, barcode known`,
			...(await timed([leaks.half as string, ...known], barcode)),
		]);
		rows.push([`${pictures} pictures, all of these leaks in one call`, ...(await timed(files, barcode))]);
	}
	for (const clients of counts(options.clients)) {
		await database.addClients(clients);
		const known = [leaks.half as string, "--barcode", barcode, "--variant", "front"];
		rows.push([`${clients} clients, barcode known`, ...(await timed(known, barcode))]);
	}
	await database.close();
	console.log(table(["leak", "seconds", "CPU seconds", "memory, MB", "outcome"], rows));
}

/** What a client was sent, modified as leaks usually are. */
async function makeLeaks(barcode: string): Promise<Record<string, string>> {
	const server = await startPackshot(folder, ports.images, settings);
	const caller = await signedIn(folder, ports.images, [], settings);
	const origin = `http://127.0.0.1:${ports.images}`;
	const answer = await fetch(`${origin}/api/v1/products/${barcode}/image?variant=front`, {
		headers: caller.authorization,
	});
	const copy = Buffer.from(await answer.arrayBuffer());
	await server.stop();
	const cut = (share: number) => {
		const side = Math.round(SIDE_PX * Math.sqrt(share));
		const at = Math.round((SIDE_PX - side) / 2);
		return sharp(copy).extract({ left: at, top: at, width: side, height: side }).jpeg({ quality: 60 });
	};
	const leaks = {
		half: sharp(copy)
			.resize(SIDE_PX / 2)
			.jpeg({ quality: 60 }),
		"crop of 10 %": cut(0.1),
		"crop of 4 %": cut(0.04),
	};
	const files: Record<string, string> = {};
	for (const [name, leak] of Object.entries(leaks)) {
		const file = join(folder, `${name.replaceAll(/\W+/g, "-")}.jpg`);
		writeFileSync(file, await leak.toBuffer());
		files[name] = file;
	}
	return files;
}

interface Traced {
	readonly match: { readonly barcode: string } | null;
	readonly verdict: string;
	readonly found_by: readonly (string | null)[];
}

/** Runs a trace. Returns elapsed seconds, CPU seconds and peak memory, of all its processes, and the output. */
async function timed(args: readonly string[], barcode: string): Promise<string[]> {
	const [startedAt, usedBefore] = [performance.now(), processorMsOfAll(process.pid)];
	const child = spawn(process.execPath, [program, "trace", ...args, "--json"], {
		env: { ...process.env, PACKSHOT_DATA: folder, ...settings },
		stdio: ["ignore", "pipe", "inherit"],
	});
	let text = "";
	child.stdout.on("data", (part) => {
		text += String(part);
	});
	let memoryKiB = 0;
	const watch = setInterval(() => {
		memoryKiB = Math.max(memoryKiB, residentKiB(child.pid));
	}, 20);
	await once(child, "close");
	clearInterval(watch);
	const cpuMs = processorMsOfAll(process.pid) - usedBefore;
	const { match, verdict, found_by } = JSON.parse(text) as Traced;
	const found = match?.barcode === barcode ? `found (${found_by[0]}), ${verdict}` : "not found";
	const seconds = (ms: number) => (ms / 1000).toFixed(1);
	return [seconds(performance.now() - startedAt), seconds(cpuMs), (memoryKiB / 1024).toFixed(0), found];
}

/** What a process and those that it started have in memory. */
function residentKiB(pid: number | string | undefined): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
		const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
		return children.reduce((sum, child) => sum + residentKiB(child), own);
	} catch {
		// It has just ended.
		return 0;
	}
}
