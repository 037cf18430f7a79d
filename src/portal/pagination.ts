import type { Pagination } from "./contract/common.ts";

/** The block that ends every page of a list, as `/api/v1` has it (SPEC 2.9). */
export function paginationOf(page: number, perPage: number, total: number): Pagination {
	return { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
}
