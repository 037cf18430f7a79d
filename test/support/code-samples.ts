import { readFileSync } from "node:fs";
import { describedEndpoints } from "../../web/src/calls/described.ts";
import { type Endpoint, exampleValues, type Values } from "../../web/src/calls/endpoint.ts";
import { expanded } from "../../web/src/calls/expanded.ts";
import type { ApiDocument } from "../../web/src/calls/openapi.ts";

const document: ApiDocument = expanded(
	JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8")),
);

/** A call with the values used in the reference. */
export interface SampledCall {
	readonly endpoint: Endpoint;
	readonly values: Values;
}

/**
 * Every call whose sample code runs against a service without webhooks, given the id of an order. Excludes signed URLs, whose tokens are only
 * created on demand, and calls that need a secret, which the sample code leaves for the reader to fill in.
 */
export function sampledCalls(orderId: string): readonly SampledCall[] {
	return describedEndpoints(document)
		.filter(
			({ path, group, runsElsewhere }) => !path.includes("{token}") && group !== "Webhooks" && !runsElsewhere,
		)
		.map((endpoint) => ({ endpoint, values: { ...exampleValues(endpoint), ...idOf(endpoint, orderId) } }));
}

function idOf({ path }: Endpoint, orderId: string): Values {
	return path.includes("{order_id}") ? { order_id: orderId } : {};
}
