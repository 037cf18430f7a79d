import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Key } from "../../api/shapes.ts";
import { formatExact } from "../../format/credits.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { Surface } from "../../parts/Surface.tsx";
import classes from "./Keys.module.css";

const columns: readonly Column<Key>[] = [
	{
		name: "Name",
		isTitle: true,
		cell: (key) => (
			<Anchor component={Link} to={`/keys/${key.client_id}`}>
				<bdi>{key.client_name}</bdi>
			</Anchor>
		),
	},
	{ name: "State", cell: (key) => <StateBadge state={key.state} /> },
	{ name: "Created", cell: (key) => <Moment at={key.created_at} /> },
	{ name: "Balance", isNumber: true, cell: (key) => formatExact(key.credit_balance) },
];

/** Inactive keys. Their ledgers remain readable. */
export function FormerKeys({ keys }: { readonly keys: readonly Key[] }) {
	return (
		<div className={classes.former}>
			<Surface
				description="They no longer work; their ledgers can still be read."
				flush
				title="Revoked and expired keys"
			>
				<DataTable
					columns={columns}
					name="Revoked and expired keys"
					rowKey={(key) => key.client_id}
					rows={keys}
				/>
			</Surface>
		</div>
	);
}
