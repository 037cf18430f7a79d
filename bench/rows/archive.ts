import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { loadConfig } from "../../src/config.ts";
import { type Installation, openInstallation } from "../../src/installation.ts";
import { preparePicture } from "../../src/pictures/preparation/prepare.ts";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";
import { storePicture } from "../../src/pictures/store/store-picture.ts";
import { type Caller, signedIn } from "../caller.ts";
import { type Figure, median, type Unmeasured } from "../figure.ts";
import type { SourceFile } from "../pictures/sources.ts";
import { anonymousMegabytes, ports, processorSeconds, type Server, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { atLeast, type Row, withAim } from "./row.ts";

/** The ZIP of an order with 500 pictures, mostly photos with some cut-outs, each marked for the client and claimed. */
export const archiveRow: Row = { name: "archive", measure };

const PICTURES = 500;
/** One in this many pictures is a cut-out of 1.6 MB; the others are photos of 250 KB. */
const CUT_OUT_EACH = 5;
const LEAST_MB_PER_SECOND = 50;
const MOST_MEGABYTES = 300;
const ROUNDS = 3;

async function measure({ folder, sources }: Stage): Promise<(Figure | Unmeasured)[]> {
	const what = `ZIP of ${PICTURES} pictures`;
	if (process.platform !== "linux") return [{ what, skipped: "only Linux tells what a process uses" }];
	const data = join(folder, "archive");
	mkdirSync(data);
	const barcodes = await fill(data, await sources());
	const server = await startPackshot(data, ports.archive);
	try {
		const caller = await signedIn(data, ports.archive);
		const items = barcodes.map((barcode) => ({ barcode }));
		const { body } = await caller.call("/orders", JSON.stringify({ items, include: ["info", "images"] }));
		const fetched: Fetched[] = [];
		for (let round = 0; round < ROUNDS; round++)
			fetched.push(await fetchArchive(caller, server, body.order_id));
		const speed = median(fetched.map(({ megabytes, cpuSeconds }) => megabytes / cpuSeconds));
		const memory = Math.max(...fetched.map(({ mostMegabytes }) => mostMegabytes));
		const wall = median(fetched.map(({ megabytes, seconds }) => megabytes / seconds));
		return [
			atLeast(LEAST_MB_PER_SECOND, {
				what: `${what} (${Math.round(fetched[0]?.megabytes ?? 0)} MB), on one core`,
				measured: speed,
				unit: "MB/s",
				beside: { what: "as it arrived", measured: wall },
			}),
			withAim(
				{ what: `anonymous memory during ${what}, at most`, measured: memory, unit: "MB" },
				`< ${MOST_MEGABYTES} MB`,
				memory < MOST_MEGABYTES,
			),
		];
	} finally {
		await server.stop();
	}
}

interface Fetched {
	readonly megabytes: number;
	readonly seconds: number;
	/** CPU time of the service's process. */
	readonly cpuSeconds: number;
	readonly mostMegabytes: number;
}

const MEMORY_INTERVAL_MS = 25;

async function fetchArchive(caller: Caller, { process: { pid } }: Server, orderId: string): Promise<Fetched> {
	const api = `http://127.0.0.1:${ports.archive}/api/v1`;
	const options = { headers: caller.authorization, redirect: "manual" } as const;
	const { headers } = await fetch(`${api}/orders/${orderId}/archive`, options);
	const [startedAt, cpuBefore] = [performance.now(), processorSeconds(pid)];
	let mostMegabytes = 0;
	const watching = setInterval(() => {
		mostMegabytes = Math.max(mostMegabytes, anonymousMegabytes(pid));
	}, MEMORY_INTERVAL_MS);
	let bytes = 0;
	const { body } = await fetch(headers.get("location") ?? "");
	for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
	clearInterval(watching);
	const seconds = (performance.now() - startedAt) / 1000;
	return { megabytes: bytes / 1e6, seconds, cpuSeconds: processorSeconds(pid) - cpuBefore, mostMegabytes };
}

/** Products with one picture each: prepared once and stored as by an import, each with its own files. @returns their barcodes */
async function fill(data: string, sources: readonly SourceFile[]): Promise<string[]> {
	const installation = await openInstallation(loadConfig({ PACKSHOT_DATA: data }));
	try {
		const barcodes = Array.from({ length: PICTURES }, (_, i) => `29900008${String(i).padStart(5, "0")}`);
		const changes = barcodes.map((barcode) => ({ barcode, info: { brand: "Bench" } }));
		await installation.db.write(applyMetadata, { changes, existingOnly: false });
		const prepared = await Promise.all(sources.map(prepare));
		for (const [place, barcode] of barcodes.entries()) {
			const picture = prepared[place % CUT_OUT_EACH === 0 ? 1 : 0];
			if (picture) await store(installation, barcode, picture);
		}
		return barcodes;
	} finally {
		await installation.close();
	}
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare({ kind: variant, bytes: original }: SourceFile) {
	const options = { variant, watermark: defaultWatermark, sizesPx: [], nowMs: Date.now() };
	const prepared = await preparePicture(original, options);
	if ("refused" in prepared) throw new Error(prepared.refused);
	return { variant, original, prepared };
}

async function store(installation: Installation, barcode: string, picture: Prepared): Promise<void> {
	await storePicture(installation, {
		...picture,
		barcode,
		watermarkVersion: "bench",
		ownership: null,
		uploadedBy: null,
		sourceBatch: "bench",
		uploadOffsetMinutes: 0,
		existingOnly: false,
		clock: installation.clock,
	});
}
