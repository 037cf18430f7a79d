import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Unmeasured } from "../figure.ts";
import { load } from "../load/load.ts";
import { importSpeeds } from "../pictures/importing.ts";
import { anonymousMegabytes } from "../processes.ts";
import { PRODUCTS, type Stage } from "../stage.ts";
import { readsOf } from "./reads.ts";
import { atLeast, type Row, withAim } from "./row.ts";

/** What an operator notices besides request rates: imports, start-up, memory. */
export const serviceRows: readonly Row[] = [
	{ name: "import-metadata", measure: measureImport },
	{ name: "import-pictures", measure: measurePictures },
	{ name: "start-up", measure: measureStart },
	{ name: "memory", measure: measureMemory },
];

async function measureImport(stage: Stage): Promise<Figure[]> {
	const { importSeconds } = await stage.plain();
	const measured = PRODUCTS / importSeconds;
	const figure = { what: "import of metadata, 30,000 lines of NDJSON", measured, unit: "lines/s" };
	return [atLeast(5000, figure)];
}

/** Enough to make loading and JIT compilation a small part. */
const PICTURES = 100;

async function measurePictures(stage: Stage): Promise<Figure[]> {
	const speeds = await importSpeeds(await stage.sources(), PICTURES);
	return speeds.map(({ name, picturesPerSecond: measured }) => {
		const isPhoto = name === "front";
		const what = `import of ${isPhoto ? "photos (JPEG)" : "cut-outs (PNG)"} of 1600×1600`;
		const figure = { what, measured, unit: "pictures/s" };
		return isPhoto ? atLeast(5, figure) : figure;
	});
}

async function measureStart(stage: Stage): Promise<Figure[]> {
	const { startMs } = await stage.plain();
	const figure = {
		what: "start-up with 30,000 products, to the first answer",
		measured: startMs,
		unit: "ms",
	};
	return [withAim(figure, "< 1,000 ms", startMs < 1000)];
}

const MEMORY_SECONDS = 5;

/** Peak anonymous memory, as Linux counts it, while products are read. */
async function measureMemory(stage: Stage): Promise<(Figure | Unmeasured)[]> {
	const what = "anonymous memory while products are read, at most";
	if (process.platform !== "linux") return [{ what, skipped: "only Linux tells it" }];
	const served = await stage.plain();
	const { port, requests } = readsOf(served);
	let loading = true;
	const loaded = load({ port, seconds: MEMORY_SECONDS, requests: requests(0) }).finally(() => {
		loading = false;
	});
	let measured = 0;
	while (loading) {
		measured = Math.max(measured, anonymousMegabytes(served.server.process.pid));
		await sleep(50);
	}
	const { errors } = await loaded;
	return [withAim({ what, measured, unit: "MB", errors }, "< 300 MB", measured < 300)];
}
