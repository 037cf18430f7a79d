import type { Pagination } from "./http/contract.ts";

/** The block at the end of every page of a list, as in `/api/v1` (SPEC 2.9). */
export function paginationOf(page: number, perPage: number, total: number): Pagination {
	return { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
}
