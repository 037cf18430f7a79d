import type { Call } from "../../../api/calls.ts";
import { formatExact } from "../../../format/credits.ts";
import { causeOf } from "../../../format/refusals.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import classes from "./Calls.module.css";
import { callName } from "./endpoint-of.ts";

export const callColumns: readonly Column<Call>[] = [
	{ name: "Time (UTC)", cell: ({ at }) => <UtcMoment at={at} /> },
	{ name: "Call", isTitle: true, cell: callName },
	{ name: "Barcode", cell: ({ barcode }) => barcode && <code className={classes.code}>{barcode}</code> },
	{ name: "Status", cell: (call) => <Status call={call} /> },
	{ name: "Credits", isNumber: true, cell: ({ credits }) => (credits === 0 ? "" : formatExact(credits)) },
];

/** The status, and in words why a call was refused. */
function Status({ call: { status, error } }: { readonly call: Call }) {
	return (
		<span className={classes.status} data-refused={status >= 400}>
			<span className={classes.number}>{status}</span>
			{error === null ? null : <span>{causeOf(error).name}</span>}
		</span>
	);
}
