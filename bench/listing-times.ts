import { readFileSync } from "node:fs";
import type { Caller } from "./caller.ts";
import type { ListingQuery } from "./listing-queries.ts";
import type { Server } from "./processes.ts";

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
	const before = processorMs(server);
	for (const page of [1, Math.ceil(last / 2), last]) {
		milliseconds.push(await middleTime(() => caller.call(`${path}&per_page=500&page=${page}`), rounds));
	}
	const each = perCall(before, processorMs(server), 3 * rounds);
	return { name, products: body.pagination.total, milliseconds, processorMs: each };
}

/** CPU time of all threads so far, user and system. */
export function processorMs({ process }: Server): number | undefined {
	try {
		const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
		return 10 * (Number(fields[11]) + Number(fields[12]));
	} catch {
		return undefined;
	}
}

export function perCall(
	before: number | undefined,
	after: number | undefined,
	calls: number,
): number | undefined {
	return before === undefined || after === undefined ? undefined : (after - before) / calls;
}

/** Median over this many calls, in milliseconds. */
export async function middleTime(
	call: () => Promise<{ milliseconds: number }>,
	rounds: number,
): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) times.push((await call()).milliseconds);
	times.sort((a, b) => a - b);
	return times[Math.floor(rounds / 2)] ?? Number.NaN;
}
