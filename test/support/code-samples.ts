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
 * Every call whose sample code runs against a service without webhooks, given the ids of an order and of an alert. Excludes signed URLs, whose tokens are only
 * created on demand, and calls that need a secret, which the sample code leaves for the reader to fill in.
 */
export function sampledCalls(ids: Readonly<Record<"order_id" | "alert_id", string>>): readonly SampledCall[] {
	return describedEndpoints(document)
		.filter(
			({ path, group, runsElsewhere }) => !path.includes("{token}") && group !== "Webhooks" && !runsElsewhere,
		)
		.map((endpoint) => ({ endpoint, values: { ...exampleValues(endpoint), ...idOf(endpoint, ids) } }));
}

function idOf({ path }: Endpoint, ids: Values): Values {
	return Object.fromEntries(Object.entries(ids).filter(([name]) => path.includes(`{${name}}`)));
}
