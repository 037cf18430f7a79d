import { badRequest, type HttpError } from "../platform/http/http-error.ts";
import type { Pagination } from "./contract.ts";

/** A page of a list, from 1. */
export interface Paging {
	readonly page: number;
	readonly perPage: number;
}

/** The page that is asked for; the defaults are those of the contract. */
export function pagingOf({ page = 1, per_page: perPage = 25 }: { page?: number; per_page?: number }): Paging {
	return { page, perPage };
}

/** The block at the end of every page of a list, as in `/api/v1` (SPEC 2.9). */
export function paginationOf({ page, perPage }: Paging, total: number): Pagination {
	return { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
}

/** A `next` of a time and an id, such as `1794000000000.17`, in its parts. @throws HttpError 400 for anything else */
export function readNext(after: string, pattern: RegExp): readonly [atMs: number, id: string] {
	const [, atMs, id] = pattern.exec(after) ?? [];
	if (atMs === undefined || id === undefined) throw unfitNext();
	return [Number(atMs), id];
}

export function unfitNext(): HttpError {
	return badRequest("after: this is no `next` of an earlier answer.");
}
