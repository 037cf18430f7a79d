import type { Call } from "../../../api/shapes.ts";
import { formatExact } from "../../../format/credits.ts";
import { causeOf } from "../../../format/refusals.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { OrderName } from "../OrderName.tsx";
import classes from "./Calls.module.css";
import { callName } from "./endpoint-of.ts";

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
			isNumber: true,
			cell: ({ credits }) => (credits === 0 ? "" : formatExact(credits)),
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
