import { useQuery } from "@tanstack/react-query";
import type { RouteAnswer } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { KEYS } from "./keys.ts";

export type AccountOverview = RouteAnswer<"GET /overview">;

/** Totals of all keys; refetched whenever a key changes. */
export function useOverview() {
	return useQuery({
		queryKey: [...KEYS, "overview"],
		queryFn: ({ signal }) => call("GET /overview", {}, signal),
	});
}
