import { readFileSync } from "node:fs";
import { describedEndpoints } from "../../web/src/calls/described.ts";
import { type Endpoint, exampleValues, type Values } from "../../web/src/calls/endpoint.ts";
import type { ApiDocument } from "../../web/src/calls/openapi.ts";

const document: ApiDocument = JSON.parse(
	readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"),
);

/** A call with the values that the reference shows it with. */
export interface SampledCall {
	readonly endpoint: Endpoint;
	readonly values: Values;
}

/**
 * Every call whose code runs against a service without webhooks, given the id of an order. Left out are signed URLs, whose tokens are made when they
 * are asked for, and those that take a secret, which the code leaves to whoever copies it.
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
