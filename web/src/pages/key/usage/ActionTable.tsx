import type { Usage } from "../../../api/shapes.ts";
import { actionName } from "../../../format/actions.ts";
import { formatCount, formatExact } from "../../../format/credits.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Usage.module.css";
import { type ActionTotal, actionTotals } from "./usage-series.ts";

const columns: readonly Column<ActionTotal>[] = [
	{ name: "Action", isTitle: true, cell: ({ action }) => <Action action={action} /> },
	{ name: "Requests", isNumber: true, cell: ({ requests }) => formatCount(requests) },
	{ name: "Credits", isNumber: true, cell: ({ credits }) => formatExact(credits) },
];

function Action({ action }: Pick<ActionTotal, "action">) {
	return (
		<span className={classes.what}>
			{actionName(action)} <code className={classes.action}>{action}</code>
		</span>
	);
}

export function ActionTable({ usage }: { readonly usage: Usage }) {
	return (
		<Surface description="What each action on the price list cost in this period." flush title="By action">
			<DataTable
				columns={columns}
				name="Usage by action"
				rowKey={({ action }) => action}
				rows={actionTotals(usage)}
			/>
		</Surface>
	);
}
