import { endpoints } from "virtual:endpoints";
import type { Call } from "../../../api/calls.ts";
import type { Endpoint } from "../../../calls/endpoint.ts";

const API = "/api/v1";

/** Calls that these pages make for a key, which no program can make. */
const callsOfPages: Readonly<Record<string, string>> = {
	"POST /portal/api/keys/:client_id/orders": "Order placed on these pages",
};

/** The endpoint that a recorded call was of; undefined if the interface no longer has it. */
export function endpointOf({ method, route }: Pick<Call, "method" | "route">): Endpoint | undefined {
	const path = route.replace(API, "").replace(/:(\w+)/g, "{$1}");
	return endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
}

/** What a recorded call is called: its method and route when nothing better is known. */
export function callName(call: Pick<Call, "method" | "route">): string {
	const asRouted = `${call.method} ${call.route}`;
	return endpointOf(call)?.name ?? callsOfPages[asRouted] ?? asRouted;
}
