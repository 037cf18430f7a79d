import { useQuery } from "@tanstack/react-query";
import { expanded } from "../calls/expanded.ts";
import type { ApiDocument } from "../calls/openapi.ts";
import { jsonOf, succeeded } from "./exchange.ts";

/** Prices of actions in credits, and their descriptions. */
export interface PriceList {
	readonly actions: Readonly<Record<string, number>>;
	readonly descriptions: Readonly<Record<string, string>>;
}

/** The OpenAPI document that this service serves. */
export function useApiDocument() {
	return useQuery({
		queryKey: ["openapi"],
		queryFn: async ({ signal }) => expanded<ApiDocument>(await fetchJson("/openapi.json", signal)),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

export function usePriceList() {
	return useQuery({
		queryKey: ["pricing"],
		queryFn: ({ signal }) => fetchJson<PriceList>("/api/v1/pricing", signal),
		staleTime: 60_000,
	});
}

async function fetchJson<T>(path: string, signal: AbortSignal): Promise<T> {
	return (await jsonOf(await succeeded(path, { credentials: "omit", signal }), signal)) as T;
}
