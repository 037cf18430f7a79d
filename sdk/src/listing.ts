import type { Pagination } from "./catalogue-types.ts";

/** A listing: `for await` yields its rows one by one and requests pages as needed. */
export interface Listing<Row, Page> extends AsyncIterable<Row> {
	/** All pages from the one given in the query, with their totals and costs. */
	pages(): AsyncIterable<Page>;
	/** The page given in the query, by default the first. */
	page(): Promise<Page>;
	/**
	 * The `updated_since` for the next listing, so that no change between the two is missed: 10 seconds before the first page of this
	 * one was made. `undefined` before that page has been fetched.
	 */
	readonly nextUpdatedSince: string | undefined;
}

/** A change may become visible up to 5 seconds after its `updated_at`; the rest allows for clock corrections. */
const OVERLAP_MS = 10_000;

/** The largest page size: it needs the fewest requests, and costs least where pages have a price. */
const LARGEST_PAGE = 500;

/** A list response with numbered pages. */
export type Numbered<List> = Omit<List, "pagination"> & { pagination: Pagination };

interface ListedPage<Row> {
	readonly data: readonly Row[];
	readonly pagination: Pagination;
	readonly meta: { readonly response_generated: string };
}

export function listing<Row, Page extends ListedPage<Row>>(
	query: { readonly page?: number | undefined; readonly per_page?: number | undefined },
	fetchPage: (query: object) => Promise<Page>,
): Listing<Row, Page> {
	const { page: first = 1, per_page = LARGEST_PAGE } = query;
	let earliestMs = Number.POSITIVE_INFINITY;
	const page = async (number = first) => {
		const fetched = await fetchPage({ ...query, page: number, per_page });
		earliestMs = Math.min(earliestMs, Date.parse(fetched.meta.response_generated));
		return fetched;
	};

	async function* pages(): AsyncGenerator<Page> {
		for (let number = first; ; number++) {
			const fetched = await page(number);
			yield fetched;
			if (number >= fetched.pagination.total_pages) return;
		}
	}

	async function* rows(): AsyncGenerator<Row> {
		for await (const { data } of pages()) yield* data;
	}

	return {
		pages,
		page: () => page(),
		[Symbol.asyncIterator]: rows,
		get nextUpdatedSince() {
			return Number.isFinite(earliestMs) ? new Date(earliestMs - OVERLAP_MS).toISOString() : undefined;
		},
	};
}
