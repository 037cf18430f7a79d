import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { RouteAnswer, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { portalUrl } from "./request-line.ts";

export type PortalEvent = RouteAnswer<"GET /admin/events">["data"][number];
export type EventFilter = RouteQuery<"GET /admin/events.csv">;

const PER_PAGE = 50;

/** The log, newest first; further events are appended. */
export function useEvents(filter: EventFilter) {
	return useInfiniteQuery({
		queryKey: ["admin", "events", filter],
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /admin/events",
				{ query: { ...filter, limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) } },
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

/** The URL for downloading the filtered events as CSV. */
export function eventsCsvUrl(filter: EventFilter): string {
	return portalUrl("/admin/events.csv", {}, filter);
}
