import type { Caller } from "./caller.ts";
import { median } from "./figure.ts";
import type { ListingQuery } from "./listing-queries.ts";

/** Median over this many calls, in milliseconds. */
export async function middleTime(
	call: () => Promise<{ milliseconds: number }>,
	rounds: number,
): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) times.push((await call()).milliseconds);
	return median(times);
}

/** Medians in milliseconds for the first, middle and last page of 500 of a listing, one call at a time. */
export async function timeListing(caller: Caller, { path }: ListingQuery, rounds: number): Promise<number[]> {
	const { body } = await caller.call(`${path}&per_page=500`);
	const last = Math.max(1, body.pagination.total_pages);
	const milliseconds: number[] = [];
	for (const page of [1, Math.ceil(last / 2), last])
		milliseconds.push(await middleTime(() => caller.call(`${path}&per_page=500&page=${page}`), rounds));
	return milliseconds;
}
