import { endpoints } from "virtual:endpoints";
import type { Call } from "../../../api/calls.ts";
import type { Endpoint } from "../../../calls/endpoint.ts";

const API = "/api/v1";

/** The endpoint that a recorded call was of; undefined if the interface no longer has it. */
export function endpointOf({ method, route }: Pick<Call, "method" | "route">): Endpoint | undefined {
	const path = route.replace(API, "").replace(/:(\w+)/g, "{$1}");
	return endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
}
