import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

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
export type DoubtfulKind = RouteAnswer<"GET /admin/catalogue/doubtful">["data"][number];
type Edit = RouteBody<"PATCH /admin/catalogue/products/{barcode}">;

const CATALOGUE = ["admin", "catalogue"];
const PER_PAGE = 50;

/** Products by barcode, or best matches first; further ones are appended. */
export function useCatalogue(filter: CatalogueFilter) {
	return useInfiniteQuery({
		queryKey: [...CATALOGUE, "products", filter],
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /admin/catalogue/products",
				{ query: { ...filter, limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) } },
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

/** The declared fields of products; constant while the service runs. */
export function useCatalogueFields() {
	return useQuery({
		queryKey: [...CATALOGUE, "fields"],
		queryFn: ({ signal }) => call("GET /admin/catalogue/fields", {}, signal),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

export function useCatalogueProduct(barcode: string) {
	return useQuery({
		queryKey: [...CATALOGUE, "product", barcode],
		queryFn: ({ signal }) => call("GET /admin/catalogue/products/{barcode}", { path: { barcode } }, signal),
		// A form is open on this data: changes made meanwhile are reported on saving.
		refetchOnWindowFocus: false,
	});
}

/** The changes of a product, newest first; older ones are appended. */
export function useProductHistory(barcode: string) {
	return useInfiniteQuery({
		queryKey: [...CATALOGUE, "product", barcode, "history"],
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) };
			return call("GET /admin/catalogue/products/{barcode}/history", { path: { barcode }, query }, signal);
		},
		initialPageParam: null as number | null,
		getNextPageParam: ({ next }) => next,
	});
}

export function useCatalogueChanges(removedOnly: boolean) {
	return useInfiniteQuery({
		queryKey: [...CATALOGUE, "changes", removedOnly],
		queryFn: ({ pageParam, signal }) => {
			const query = {
				limit: PER_PAGE,
				...(removedOnly ? { kind: "removed" as const } : {}),
				...(pageParam === null ? {} : { after: pageParam }),
			};
			return call("GET /admin/catalogue/changes", { query }, signal);
		},
		initialPageParam: null as number | null,
		getNextPageParam: ({ next }) => next,
	});
}

export function useCoverage() {
	return useQuery({
		queryKey: [...CATALOGUE, "coverage"],
		queryFn: ({ signal }) => call("GET /admin/catalogue/coverage", {}, signal),
	});
}

export function useDoubtful() {
	return useQuery({
		queryKey: [...CATALOGUE, "doubtful"],
		queryFn: ({ signal }) => call("GET /admin/catalogue/doubtful", {}, signal),
	});
}

export function useDoubtfulList(kind: string) {
	return useInfiniteQuery({
		queryKey: [...CATALOGUE, "doubtful", kind],
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) };
			return call("GET /admin/catalogue/doubtful/{kind}", { path: { kind }, query }, signal);
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
	});
}

/** Products that differ in leading zeros alone. */
export function usePairs() {
	return useInfiniteQuery({
		queryKey: [...CATALOGUE, "pairs"],
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) };
			return call("GET /admin/catalogue/pairs", { query }, signal);
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
	});
}

export function useMergeProducts() {
	return useCatalogueAct((body: RouteBody<"POST /admin/catalogue/merge">) =>
		call("POST /admin/catalogue/merge", { body }),
	);
}

export function useEditProduct(barcode: string) {
	return useCatalogueAct((body: Edit) =>
		call("PATCH /admin/catalogue/products/{barcode}", { path: { barcode }, body }),
	);
}

/** Removes the product, or one of its pictures. */
export function useRemoveProduct(barcode: string, variant?: CataloguePicture["variant"]) {
	return useCatalogueAct(() => {
		const body = { confirm: barcode };
		if (variant === undefined)
			return call("POST /admin/catalogue/products/{barcode}/remove", { path: { barcode }, body });
		const path = { barcode, variant };
		return call("POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove", { path, body });
	});
}

export function useUndoChange() {
	return useCatalogueAct((change_id: number) =>
		call("POST /admin/catalogue/changes/{change_id}/undo", { path: { change_id } }),
	);
}

/** Afterwards lists, product and history are refetched. */
function useCatalogueAct<Input, Answer>(act: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: act,
		onSuccess: () => client.invalidateQueries({ queryKey: CATALOGUE }),
	});
}
