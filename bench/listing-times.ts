import type { Caller } from "./caller.ts";
import { median } from "./figure.ts";
import type { ListingQuery } from "./listing-queries.ts";
import { processorSeconds, type Server } from "./processes.ts";

export interface Timing {
	readonly name: string;
	/** Products found; for a call that lists none, the number it asked about. */
	readonly products: number;
	/** Medians in milliseconds for the first, middle and last page, or for the single call. */
	readonly milliseconds: readonly number[];
	/** CPU time of one call over all threads of the server; Linux only. */
	readonly processorMs: number | undefined;
}

/** Requests the first, middle and last page of 500, one call at a time, several times each. */
export async function timeListing(
	caller: Caller,
	{ name, path }: ListingQuery,
	server: Server,
	rounds: number,
): Promise<Timing> {
	const { body } = await caller.call(`${path}&per_page=500`);
	const last = Math.max(1, body.pagination.total_pages);
	const milliseconds: number[] = [];
	const processorMs = await processorMsEach(server, 3 * rounds, async () => {
		for (const page of [1, Math.ceil(last / 2), last])
			milliseconds.push(await middleTime(() => caller.call(`${path}&per_page=500&page=${page}`), rounds));
	});
	return { name, products: body.pagination.total, milliseconds, processorMs };
}

/** CPU time of one call over all threads of a server, of some calls; undefined where Linux does not tell. */
export async function processorMsEach(
	{ process: { pid } }: Server,
	calls: number,
	work: () => Promise<unknown>,
): Promise<number | undefined> {
	const isTold = process.platform === "linux";
	const before = isTold ? processorSeconds(pid) : 0;
	await work();
	return isTold ? (1000 * (processorSeconds(pid) - before)) / calls : undefined;
}

/** Median over this many calls, in milliseconds. */
export async function middleTime(
	call: () => Promise<{ milliseconds: number }>,
	rounds: number,
): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) times.push((await call()).milliseconds);
	return median(times);
}
