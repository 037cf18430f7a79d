import {
	keepPreviousData,
	queryOptions,
	type SkipToken,
	skipToken,
	type UseInfiniteQueryOptions,
	type UseQueryOptions,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RouteAnswer, RouteName } from "../../../src/portal/contract/routes.ts";
import { type CallParts, call } from "./call.ts";
import type { CallText } from "./request-line.ts";
import { isAmong, type Stale, staleAfter } from "./stale.ts";

/** Until another filter or page of a list arrives, the previous one stays. */
export const KEPT = { placeholderData: keepPreviousData } as const;

/** For lists to which others add while they are shown: fetched every half minute, but not by hidden tabs. */
export const POLLED = { refetchInterval: 30_000 } as const;

/** Identifies an answer: the route and everything sent. */
export type RouteKey = readonly [route: RouteName, parts: object, form?: "pages"];

type Options<N extends RouteName> = Omit<
	UseQueryOptions<RouteAnswer<N>, Error, RouteAnswer<N>, RouteKey>,
	"queryKey" | "queryFn"
>;

/** Routes that take nothing need no parts. With `skipToken`, nothing is fetched. */
type Asked<N extends RouteName, Given> =
	unknown extends CallParts<N>
		? [parts?: CallParts<N>, options?: Given]
		: [parts: CallParts<N> | SkipToken, options?: Given];

function routeQuery<N extends RouteName>(route: N, parts: CallParts<N> | SkipToken) {
	const queryKey: RouteKey = [route, parts === skipToken ? {} : (parts as object)];
	return queryOptions<RouteAnswer<N>, Error, RouteAnswer<N>, RouteKey>({
		queryKey,
		queryFn:
			parts === skipToken ? skipToken : ({ signal }) => call(route, parts as CallParts<N> & CallText, signal),
	});
}

/**
 * What a route answers, kept up to date: `useRoute("GET /keys/{client_id}", { path: { client_id } })`. Takes routes that only answer a question,
 * whatever their method.
 */
export function useRoute<N extends RouteName>(route: N, ...[parts, options]: Asked<N, Options<N>>) {
	return useQuery({ ...routeQuery(route, (parts ?? {}) as CallParts<N> | SkipToken), ...options });
}

interface Page {
	readonly data: readonly unknown[];
}
interface AfterPage extends Page {
	readonly next: string | number | null;
}
interface CursorPage extends Page {
	readonly next_cursor: string | null;
}
/** The query that fetches the page after another one. */
type NextPage = { readonly after?: string | number; readonly cursor?: string };

/** Routes that answer a list page by page. */
type PagedRoute = {
	[N in RouteName]: RouteAnswer<N> extends AfterPage | CursorPage ? N : never;
}[RouteName];
type RowOf<N extends RouteName> =
	RouteAnswer<N> extends { readonly data: readonly (infer Row)[] } ? Row : never;

interface Pages<N extends RouteName> {
	/** Of all pages. */
	readonly data: readonly RowOf<N>[];
	readonly pages: readonly RouteAnswer<N>[];
}

type PagesOptions<N extends RouteName> = Omit<
	UseInfiniteQueryOptions<RouteAnswer<N>, Error, Pages<N>, RouteKey, NextPage>,
	"queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "select"
>;

/** A list whose further pages are appended, one by one. */
export function usePages<N extends PagedRoute>(
	route: N,
	parts: CallParts<N> & { readonly query?: object },
	options?: PagesOptions<N>,
) {
	return useInfiniteQuery<RouteAnswer<N>, Error, Pages<N>, RouteKey, NextPage>({
		queryKey: [route, parts, "pages"],
		queryFn: ({ pageParam, signal }) =>
			call(route, { ...parts, query: { ...parts.query, ...pageParam } }, signal),
		initialPageParam: {},
		getNextPageParam: (page) => nextOf(page as AfterPage | CursorPage),
		select: ({ pages }) => ({ pages, data: pages.flatMap((page) => (page as Page).data as RowOf<N>[]) }),
		...options,
	});
}

function nextOf(page: AfterPage | CursorPage): NextPage | null {
	if ("next" in page) return page.next === null ? null : { after: page.next };
	return page.next_cursor === null ? null : { cursor: page.next_cursor };
}

/** What is left to give of the parts of a call. */
type Rest<N extends RouteName, Given> = [Exclude<keyof CallParts<N>, keyof Given>] extends [never]
	? // biome-ignore lint/suspicious/noConfusingVoidType: so that `mutate` can be called without
		void
	: Omit<CallParts<N>, keyof Given>;

/**
 * A change: `useAction("PATCH /keys/{client_id}", { path: { client_id } }).mutate({ body })`. Afterwards what it made stale is fetched again
 * (`stale.ts`) and, if it succeeded, waited for; also if it failed, since it may have come too late or its answer may be lost.
 */
export function useAction<N extends RouteName, Given extends Partial<CallParts<N>> = object>(
	route: N,
	given?: Given,
) {
	const refresh = useRefresh();
	return useMutation<RouteAnswer<N>, Error, Rest<N, Given>>({
		mutationFn: (rest) => call(route, { ...given, ...(rest as object) } as CallParts<N> & CallText),
		onSuccess: () => refresh(staleAfter(route)),
		onError: () => void refresh(staleAfter(route)),
	});
}

/** Fetches again what is stale as soon as something else that is shown changes. */
export function useRefreshOn(shown: unknown, stale: readonly Stale[]): void {
	const refresh = useRefresh();
	const before = useRef(shown);
	useEffect(() => {
		if (before.current !== shown) void refresh(stale);
		before.current = shown;
	});
}

/** Fetches again what is stale and shown. */
export function useRefresh(): (stale: readonly Stale[]) => Promise<void> {
	const client = useQueryClient();
	return (stale) => client.invalidateQueries({ predicate: ({ queryKey }) => isAmong(stale, queryKey[0]) });
}
