import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RouteAnswer, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";
import { portalUrl } from "./request-line.ts";

export type LedgerEntry = RouteAnswer<"GET /keys/{client_id}/ledger">["data"][number];
export type LedgerFilter = RouteQuery<"GET /keys/{client_id}/ledger.csv">;

const PER_PAGE = 25;

export function useLedger(clientId: string, filter: LedgerFilter, page: number) {
	return useQuery({
		queryKey: keyName(clientId, "ledger", filter, page),
		queryFn: ({ signal }) =>
			call(
				"GET /keys/{client_id}/ledger",
				{ path: { client_id: clientId }, query: { ...filter, page, per_page: PER_PAGE } },
				signal,
			),
		placeholderData: keepPreviousData,
	});
}

/** The URL for downloading the filtered ledger as CSV. */
export function ledgerCsvUrl(clientId: string, filter: LedgerFilter): string {
	return portalUrl("/keys/{client_id}/ledger.csv", { client_id: clientId }, filter);
}
