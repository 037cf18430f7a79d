import { endpoints } from "virtual:endpoints";
import type { Call } from "../../../api/shapes.ts";
import type { Endpoint } from "../../../calls/endpoint.ts";

const API = "/api/v1";

/** Calls that only these pages make for a key, not API clients. */
const callsOfPages: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"POST /portal/api/keys/:client_id/orders": "Order placed on these pages",
	}),
);

/** The endpoint of a recorded call; undefined if the API no longer has it. */
export function endpointOf({ method, route }: Pick<Call, "method" | "route">): Endpoint | undefined {
	const path = route.replace(API, "").replace(/:(\w+)/g, "{$1}");
	return endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
}

/** The display name of a recorded call; by default its method and route. */
export function callName(call: Pick<Call, "method" | "route">): string {
	const asRouted = `${call.method} ${call.route}`;
	return endpointOf(call)?.name ?? callsOfPages.get(asRouted) ?? asRouted;
}
