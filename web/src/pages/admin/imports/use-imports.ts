import { type Import, type ImportFilter, KEPT, usePages, useRoute } from "../../../api/routes.ts";

/** While a task is in progress; reading it by its primary key costs the service next to nothing. */
const BUSY_MS = 1000;
const IDLE_MS = 15_000;

/** One import, with the progress of its task. */
export function useImport(importId: string) {
	const refetchInterval = (batch: Import | undefined) => (batch?.task ? BUSY_MS : IDLE_MS);
	return useRoute(
		"GET /admin/imports/{import_id}",
		{ path: { import_id: importId } },
		{ refetchInterval: ({ state }) => refetchInterval(state.data) },
	);
}

/** All imports, newest first. */
export function useImports(filter: ImportFilter, limit: number) {
	return usePages(
		"GET /admin/imports",
		{ query: { ...filter, limit } },
		{
			...KEPT,
			refetchInterval: ({ state }) => {
				const isBusy = state.data?.pages.some(({ data }) => data.some(({ task }) => task !== null));
				return isBusy ? 2 * BUSY_MS : IDLE_MS;
			},
		},
	);
}
