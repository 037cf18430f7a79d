import { useQuery } from "@tanstack/react-query";
import type { RouteBody } from "../../../../src/portal/contract/routes.ts";
import { call } from "../../api/call.ts";
import type { CheckedBarcode } from "../../api/shapes.ts";
import type { RouteKey } from "../../api/use-route.ts";

const ROUTE = "POST /keys/{client_id}/list-check";
/** Barcodes checked per request. */
const AT_ONCE = 500;

/** Checks the barcodes of a list, chunk by chunk. @param wanted the data that the check asks about. */
export function useListCheck(
	clientId: string,
	barcodes: readonly string[],
	wanted: Omit<RouteBody<typeof ROUTE>, "barcodes">,
) {
	const path = { client_id: clientId };
	return useQuery({
		queryKey: [ROUTE, { path, body: { barcodes, ...wanted } }] satisfies RouteKey,
		async queryFn({ signal }) {
			const results: CheckedBarcode[] = [];
			for (let from = 0; from < barcodes.length; from += AT_ONCE) {
				const body = { barcodes: barcodes.slice(from, from + AT_ONCE), ...wanted };
				results.push(...(await call(ROUTE, { path, body }, signal)).results);
			}
			return results;
		},
		staleTime: 30_000,
	});
}
