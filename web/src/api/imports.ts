import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { portalUrl } from "./request-line.ts";

export type Import = RouteAnswer<"GET /admin/imports/{import_id}">;
export type ImportSummary = NonNullable<Import["report"]>;
export type Refusal = RouteAnswer<"GET /admin/imports/{import_id}/refusals">["data"][number];

/** Filter of an import list. */
export interface ImportFilter {
	readonly batch?: string;
	readonly ownership?: string;
}

const IMPORTS = ["admin", "imports"];
const PER_PAGE = 25;
/** Polling interval while a task is in progress; a read by primary key costs the service next to nothing. */
const BUSY_MS = 1000;
const IDLE_MS = 15_000;

/** All imports, newest first; older ones are appended. */
export function useImports(filter: ImportFilter) {
	return useInfiniteQuery({
		queryKey: [...IMPORTS, "list", filter],
		queryFn: ({ pageParam, signal }) => {
			const query = { ...filter, limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) };
			return call("GET /admin/imports", { query }, signal);
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) => {
			const all = state.data?.pages.flatMap(({ data }) => data) ?? [];
			return all.some(({ task }) => task !== null) ? 2 * BUSY_MS : IDLE_MS;
		},
	});
}

/** One import, polled while a task is in progress. */
export function useImport(importId: string) {
	return useQuery({
		queryKey: [...IMPORTS, "one", importId],
		queryFn: ({ signal }) =>
			call("GET /admin/imports/{import_id}", { path: { import_id: importId } }, signal),
		refetchInterval: ({ state }) => (state.data?.task ? BUSY_MS : IDLE_MS),
	});
}

/** The refusals of an import, for one cause or all; further ones are appended. @param shown changes when there are new ones. */
export function useRefusals(importId: string, cause: string | undefined, shown: string) {
	return useInfiniteQuery({
		queryKey: [...IMPORTS, "refusals", importId, cause, shown],
		queryFn: ({ pageParam, signal }) => {
			const query = { ...(cause === undefined ? {} : { cause }), after: pageParam, limit: 50 };
			return call(
				"GET /admin/imports/{import_id}/refusals",
				{ path: { import_id: importId }, query },
				signal,
			);
		},
		initialPageParam: 0,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

/** The URL for downloading the refusals of an import. */
export function refusalsUrl(importId: string, format: "csv" | "ndjson"): string {
	return portalUrl(`/admin/imports/{import_id}/refusals.${format}`, { import_id: importId });
}

export function useCheckImport(importId: string) {
	return useImportMutation((body: RouteBody<"POST /admin/imports/{import_id}/check">) =>
		call("POST /admin/imports/{import_id}/check", { path: { import_id: importId }, body }),
	);
}

export function useStartImport(importId: string) {
	return useImportMutation((body: RouteBody<"POST /admin/imports/{import_id}/start">) =>
		call("POST /admin/imports/{import_id}/start", { path: { import_id: importId }, body }),
	);
}

export function useStopImport(importId: string) {
	return useImportMutation(() =>
		call("POST /admin/imports/{import_id}/stop", { path: { import_id: importId } }),
	);
}

export function useUndoImport(importId: string) {
	return useImportMutation(() =>
		call("POST /admin/imports/{import_id}/undo", { path: { import_id: importId } }),
	);
}

export function useDeleteImport(importId: string) {
	return useImportMutation(() =>
		call("DELETE /admin/imports/{import_id}", { path: { import_id: importId } }),
	);
}

/** After a change, even one that came too late, everything about imports is refetched. */
function useImportMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: IMPORTS }) });
}

/** Refetches everything about imports. */
export function useRefreshImports(): () => void {
	const client = useQueryClient();
	return () => void client.invalidateQueries({ queryKey: IMPORTS });
}
