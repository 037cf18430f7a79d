import { Link } from "react-router";
import type { Key } from "../../api/shapes.ts";
import { formatCount, formatExact } from "../../format/credits.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import classes from "./Home.module.css";

const columns: readonly Column<Key>[] = [
	{
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name }) => (
			<Link className={classes.key} to={`/keys/${client_id}`}>
				<bdi>{client_name}</bdi>
			</Link>
		),
	},
	{
		name: "State",
		cell: ({ state, balance_is_low }) => <StateBadge state={balance_is_low ? "low" : state} />,
	},
	{
		name: "Requests today",
		isNumber: true,
		cell: ({ limits }) => formatCount(limits.requests_per_day - limits.remaining_today),
	},
	{ name: "Spent today", isNumber: true, cell: ({ spent_today }) => formatExact(spent_today) },
	{ name: "Balance", isNumber: true, cell: ({ credit_balance }) => formatExact(credit_balance) },
];

/** The active keys, one per line. */
export function KeyLines({ keys }: { readonly keys: readonly Key[] }) {
	return (
		<DataTable columns={columns} isDense name="Keys" rowKey={({ client_id }) => client_id} rows={keys} />
	);
}
