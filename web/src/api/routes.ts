import {
	keepPreviousData,
	queryOptions,
	type SkipToken,
	skipToken,
	type UseInfiniteQueryOptions,
	type UseQueryOptions,
	useInfiniteQuery,
	useMutation,
	useQueries,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RouteAnswer, RouteBody, RouteName, RouteQuery } from "../../../src/routes.ts";
import { type CallParts, call } from "./call.ts";
import type { CallText } from "./request-line.ts";
import { isAmong, isGone, type Stale, staleAfter } from "./stale.ts";

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

/** Where the answer of a route is kept. */
export function routeKey<N extends RouteName>(route: N, parts: CallParts<N>): RouteKey {
	return routeQuery(route, parts).queryKey;
}

/** What a route that answers a question says, kept up to date: `useRoute("GET /keys/{client_id}", { path: { client_id } })`. */
export function useRoute<N extends RouteName>(route: N, ...[parts, options]: Asked<N, Options<N>>) {
	return useQuery({ ...routeQuery(route, (parts ?? {}) as CallParts<N> | SkipToken), ...options });
}

/** What a route answers about each of several things. */
export function useRoutes<N extends RouteName>(
	route: N,
	each: readonly CallParts<N>[],
	options?: { readonly enabled: boolean },
) {
	return useQueries({ queries: each.map((parts) => ({ ...routeQuery(route, parts), ...options })) });
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
type NextPage = { readonly after?: string | number; readonly cursor?: string };

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
		onSuccess: (_answer, rest) =>
			refresh(staleAfter(route), { action: route, parts: { ...given, ...(rest as object) } }),
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

interface Done {
	readonly action: RouteName;
	readonly parts: object;
}

/** Fetches again what is stale and shown. */
export function useRefresh(): (stale: readonly Stale[], done?: Done) => Promise<void> {
	const client = useQueryClient();
	return (stale, done) =>
		client.invalidateQueries({
			predicate: ({ queryKey: [route, parts] }) =>
				isAmong(stale, route) && !(done && isGone(done.action, done.parts, route, parts as object)),
		});
}

/** Names for what routes take and answer. */

export type Session = RouteAnswer<"GET /sessions">["data"][number];
export type PortalEvent = RouteAnswer<"GET /admin/events">["data"][number];
export type EventFilter = RouteQuery<"GET /admin/events.csv">;
export type AdminTopUp = RouteAnswer<"GET /admin/top-ups">["data"][number];
export type AdminAccount = RouteAnswer<"GET /admin/accounts">["data"][number];
export type AdminOverview = RouteAnswer<"GET /admin/overview">;
export type Task = RouteAnswer<"GET /admin/tasks">["data"][number];
export type Call = RouteAnswer<"GET /keys/{client_id}/calls">["data"][number];
export type CallFilter = Omit<RouteQuery<"GET /keys/{client_id}/calls">, "after" | "limit">;
export type CatalogueRow = RouteAnswer<"GET /admin/catalogue/products">["data"][number];
export type CatalogueProduct = RouteAnswer<"GET /admin/catalogue/products/{barcode}">;
export type CataloguePicture = CatalogueProduct["pictures"][number];
export type CatalogueFilter = Omit<RouteQuery<"GET /admin/catalogue/products">, "after" | "limit">;
export type DeclaredScope = RouteAnswer<"GET /admin/catalogue/fields">["scopes"][number];
export type DeclaredField = DeclaredScope["fields"][number];
export type HistoryEntry = RouteAnswer<"GET /admin/catalogue/products/{barcode}/history">["data"][number];
export type CatalogueChange = RouteAnswer<"GET /admin/catalogue/changes">["data"][number];
export type CoverageScope = RouteAnswer<"GET /admin/catalogue/coverage">["scopes"][number];
export type ProductPair = RouteAnswer<"GET /admin/catalogue/pairs">["data"][number];
export type IssueKind = RouteAnswer<"GET /admin/catalogue/doubtful">["data"][number];

export type ListedClient = RouteAnswer<"GET /admin/clients">["data"][number];
export type ClientChange = RouteBody<"PATCH /keys/{client_id}">;
export type PreviewQuery = RouteQuery<"GET /keys/{client_id}/preview">;
export type Preview = RouteAnswer<"GET /keys/{client_id}/preview">;

export type CreditsAdded = RouteAnswer<"POST /keys/{client_id}/credits">;
export type Import = RouteAnswer<"GET /admin/imports/{import_id}">;
export type ImportSummary = NonNullable<Import["report"]>;
export type ImportTable = RouteAnswer<"GET /admin/imports/{import_id}/columns">;
export type Card = RouteAnswer<"GET /admin/imports/{import_id}/card">;
export type Refusal = RouteAnswer<"GET /admin/imports/{import_id}/refusals">["data"][number];
/** A key, as members of its account see it. */
export type Key = RouteAnswer<"GET /keys">["data"][number];
/** One key, with what administration decides about it for those who may see that. */
export type ShownKey = RouteAnswer<"GET /keys/{client_id}">;
export type Administration = NonNullable<ShownKey["administration"]>;
export type KeyList = RouteAnswer<"GET /keys">;
export type KeySecret = RouteAnswer<"POST /keys">;
export type LedgerEntry = RouteAnswer<"GET /keys/{client_id}/ledger">["data"][number];
export type LedgerFilter = RouteQuery<"GET /keys/{client_id}/ledger.csv">;
type ListCheck = RouteAnswer<"POST /keys/{client_id}/list-check">;
export type CheckedBarcode = ListCheck["results"][number];
export type ListPrices = ListCheck["prices"];
export type ProductList = RouteAnswer<"GET /lists/{list_id}">;
export type ListSummary = RouteAnswer<"GET /lists">["data"][number];
export type BoughtProduct = RouteAnswer<"GET /keys/{client_id}/bought">["data"][number];

export type Member = RouteAnswer<"GET /members">["data"][number];
export type Invitation = RouteAnswer<"GET /members">["invitations"][number];
export type MailChoice = RouteAnswer<"GET /mail-choice">;
export type Unsubscription = RouteAnswer<"GET /unsubscribe/{token}">;
export type Quote = RouteAnswer<"POST /keys/{client_id}/orders/quote">;
export type QuotedLine = Quote["lines"][number];
export type QuoteRequest = RouteBody<"POST /keys/{client_id}/orders/quote">;
export type OrderItem = QuoteRequest["items"][number];
export type Order = RouteAnswer<"GET /keys/{client_id}/orders/{order_id}">;
export type OrderLine = Order["lines"][number];
export type Shop = Exclude<
	RouteQuery<"GET /keys/{client_id}/orders/{order_id}/metadata">["format"],
	"csv" | "xlsx" | "ndjson"
>;
export type OrderSummary = RouteAnswer<"GET /keys/{client_id}/orders">["data"][number];
export type Scope = NonNullable<OrderItem["include"]>[number];
export type Variant = NonNullable<OrderItem["variants"]>[number];
export type PictureNames = "barcode" | "gs1" | "shop";
export type AccountOverview = RouteAnswer<"GET /overview">;
export type Prices = RouteAnswer<"GET /admin/prices">;
export type PriceChange = Prices["upcoming"][number];
export type Impact = RouteAnswer<"GET /admin/prices/impact">;
export type ProductCard = RouteAnswer<"GET /keys/{client_id}/products">["data"][number];
export type FoundProduct = RouteAnswer<"GET /keys/{client_id}/products/{barcode}">;
export type ProductFilters = RouteAnswer<"GET /keys/{client_id}/product-filters">;
export type ProductSearch = Omit<RouteQuery<"GET /keys/{client_id}/products">, "cursor" | "per_page">;
export type Proposal = RouteAnswer<"GET /proposals">["data"][number];
export type ProposedPicture = Proposal["pictures"][number];
export type ProposableField = RouteAnswer<"GET /proposal-fields">["data"][number];
export type Review = RouteAnswer<"GET /admin/review">["data"][number];
export type Label = RouteAnswer<"GET /admin/review/{proposal_id}/label">;
export type ReviewState = NonNullable<RouteQuery<"GET /admin/review">["state"]>;

export type CurrentSession = RouteAnswer<"GET /session">;
export type Account = NonNullable<CurrentSession["account"]>;
export type TopUp = RouteAnswer<"GET /keys/{client_id}/top-ups">["data"][number];
export type ListedCase = RouteAnswer<"GET /admin/traces">["data"][number];
export type LeakCase = RouteAnswer<"GET /admin/traces/{case_id}">;
export type CaseReport = RouteAnswer<"POST /shared-case">;
export type CaseLink = RouteAnswer<"GET /admin/traces/{case_id}/links">["data"][number];
export type CaseLeak = LeakCase["leaks"][number];
export type CaseResult = NonNullable<LeakCase["result"]>;
export type Candidate = CaseResult["candidates"][number];
export type AccountSpending = RouteAnswer<"GET /spending">;
export type Spending = RouteAnswer<"GET /keys/{client_id}/spending">;
export type SpendingQuery = RouteQuery<"GET /keys/{client_id}/spending">;
export type Watermark = RouteAnswer<"GET /admin/watermark">;
export type WatermarkStyle = Watermark["style"];
export type GivenStyle = Omit<RouteBody<"PUT /admin/watermark">, "revision">;
export type Sample = RouteAnswer<"GET /admin/watermark/samples">["data"][number];
export type Run = NonNullable<RouteAnswer<"GET /admin/watermark/preparing">["run"]>;
export type KosherOverview = RouteAnswer<"GET /admin/kosher">;
export type KosherCertificate = RouteAnswer<"GET /admin/kosher/certificates">["data"][number];
export type KosherList = NonNullable<RouteQuery<"GET /admin/kosher/certificates">["list"]>;
export type Rights = RouteAnswer<"GET /admin/rights">;
export type AdminAlert = RouteAnswer<"GET /admin/alerts">["data"][number];
export type WaitingAlert = NonNullable<RouteAnswer<"GET /admin/alerts/{alert_id}">["waiting"]>;
export type FormerWording = RouteAnswer<"GET /admin/alerts/{alert_id}">["earlier"][number];
export type GivenAlert = RouteBody<"POST /admin/alerts/preview">;
export type AlertPreview = RouteAnswer<"POST /admin/alerts/preview">;
type KeyWebhook = RouteAnswer<"GET /keys/{client_id}/webhook">;
export type Webhook = NonNullable<KeyWebhook["webhook"]>;
export type WebhookAttempt = KeyWebhook["attempts"][number];
export type FailureReason = NonNullable<Webhook["last_failure"]>["reason"];
export type ImportFilter = Pick<RouteQuery<"GET /admin/imports">, "batch" | "ownership" | "is_card">;
