import { endpoints } from "virtual:endpoints";
import type { Call } from "../../../api/routes.ts";
import type { Endpoint } from "../../../calls/endpoint.ts";
import { causeOf } from "../../../format/refusals.ts";
import type { Column } from "../../../parts/Listing.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { OrderName } from "../OrderName.tsx";
import classes from "./Calls.module.css";

/** @param clientId the key's id, if it is active so that its orders can be opened. */
export function callColumns(clientId: string | undefined): readonly Column<Call>[] {
	return [
		{ name: "Time (UTC)", cell: ({ at }) => <UtcMoment at={at} /> },
		{
			name: "Call",
			isTitle: true,
			cell: (call) => (call.order ? <OrderName clientId={clientId} order={call.order} /> : callName(call)),
		},
		{ name: "Barcode", cell: ({ barcode }) => barcode && <code className={classes.code}>{barcode}</code> },
		{ name: "Status", cell: (call) => <Status call={call} /> },
		{
			name: "Credits",
			isAmount: true,
			credits: ({ credits }) => credits,
			cell: ({ credits }, amount) => (credits === 0 ? "" : amount),
		},
	];
}

/** The status, and why a refused call was refused, in words. */
function Status({ call: { status, error } }: { readonly call: Call }) {
	return (
		<span className={classes.status} data-refused={status >= 400}>
			<span className={classes.number}>{status}</span>
			{error === null ? null : <span>{causeOf(error).name}</span>}
		</span>
	);
}

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
function callName(call: Pick<Call, "method" | "route">): string {
	const asRouted = `${call.method} ${call.route}`;
	return endpointOf(call)?.name ?? callsOfPages.get(asRouted) ?? asRouted;
}
