import type { Pagination } from "./catalogue-types.ts";

/** A listing: `for await` yields its rows one by one and requests pages as needed. */
export interface Listing<Row, Page> extends AsyncIterable<Row> {
	/** All pages from the one that the query names, with their totals and costs. */
	pages(): AsyncIterable<Page>;
	/** The page that the query names, the first if it names none. */
	page(): Promise<Page>;
}

/** The largest page size: it needs the fewest requests, and costs least where pages have a price. */
const LARGEST_PAGE = 500;

export function listing<Row, Page extends { readonly data: readonly Row[]; readonly pagination: Pagination }>(
	query: { readonly page?: number | undefined; readonly per_page?: number | undefined },
	fetchPage: (query: object) => Promise<Page>,
): Listing<Row, Page> {
	const { page: first = 1, per_page = LARGEST_PAGE } = query;
	const page = (number = first) => fetchPage({ ...query, page: number, per_page });

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

	return { pages, page: () => page(), [Symbol.asyncIterator]: rows };
}
