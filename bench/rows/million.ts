import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { fillCatalogue, filledBarcodes } from "../filled-catalogue.ts";
import { listingQueries } from "../listing-queries.ts";
import { middleTime, timeListing } from "../listing-times.ts";
import { ports, startPackshot } from "../processes.ts";
import { sideBySide } from "../side-by-side.ts";
import type { Served, Stage } from "../stage.ts";
import { readsOf } from "./reads.ts";
import { atMost, type Row, withAim } from "./row.ts";

/** A catalogue of 1,000,000 products compared with one of 30,000. */
export const millionRow: Row = { name: "million", measure };

const MILLION = 1_000_000;

/** More would only fill the memory of the load generator. */
const ASKED_FOR = 100_000;

async function measure(stage: Stage): Promise<Figure[]> {
	const folder = stage.millionFolder ?? join(stage.folder, "million");
	mkdirSync(folder, { recursive: true });
	if (!existsSync(join(folder, "packshot.sqlite"))) await fillCatalogue(folder, MILLION);
	const server = await startPackshot(folder, ports.million);
	try {
		const caller = await signedIn(folder, ports.million);
		const served = { folder, server, caller, barcodes: filledBarcodes(MILLION, ASKED_FOR) };
		return [
			await besideThirtyThousand(stage, served),
			await slowestPage(served, stage.pace.rounds),
			await pagesByCursor(served),
		];
	} finally {
		await server.stop();
	}
}

async function besideThirtyThousand(stage: Stage, served: Served): Promise<Figure> {
	const small = readsOf(await stage.pictured());
	const { ours, beside, ratio, errors } = await sideBySide(readsOf(served), small, stage.pace);
	const figure = {
		what: "GET, all scopes, 1,000,000 products",
		measured: ours.requestsPerSecond,
		beside: { what: "30,000 products", measured: beside.requestsPerSecond },
		ratio,
		errors,
	};
	return withAim(figure, "time ≤ 1.5×: ratio ≥ 0.67", ratio >= 1 / 1.5);
}

/** Every kind of listing, at its first, middle and last page of 500, one call at a time. Prints the times of each. */
async function slowestPage({ folder, server, caller }: Served, rounds: number): Promise<Figure> {
	let slowest = { name: "", ms: 0 };
	const note = (name: string, times: readonly number[]) => {
		console.error(`${times.map((ms) => ms.toFixed(1)).join("  ")} ms, ${name}`);
		const ms = Math.max(...times);
		if (ms > slowest.ms) slowest = { name, ms };
	};
	const counts = () => caller.call("/metadata-fields?counts=1");
	note("counts of metadata keys", [await middleTime(counts, rounds)]);
	const queries = listingQueries(MILLION);
	for (const query of queries) {
		const asking = query.client ? await signedIn(folder, server.port, query.client) : caller;
		note(query.name, await timeListing(asking, query, rounds));
	}
	const what = `slowest of ${queries.length} listings and counts, 1,000,000 products: ${slowest.name}`;
	return atMost(200, { what, measured: slowest.ms, unit: "ms" });
}

/** Pages of 500 from first to last by cursor: no page may depend on how many precede it. */
async function pagesByCursor({ caller }: Served): Promise<Figure> {
	const times: number[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { milliseconds, body } = await caller.call(`/products?per_page=500&cursor=${cursor}`);
		times.push(milliseconds);
		cursor = body.pagination.next_cursor;
	}
	times.sort((one, other) => one - other);
	const measured = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
	const what = `all ${times.length} pages of 500 by cursor, 1,000,000 products: p99`;
	return atMost(20, { what, measured, unit: "ms" });
}
