import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { ListedClient } from "../../../api/shapes.ts";
import { formatExact } from "../../../format/credits.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import classes from "./Clients.module.css";

export const clientColumns: readonly Column<ListedClient>[] = [
	{
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name }) => (
			<Anchor className={classes.name ?? ""} component={Link} to={`/admin/clients/${client_id}`}>
				<bdi>{client_name}</bdi>
			</Anchor>
		),
	},
	{ name: "Owner", cell: ({ owner }) => <bdi className={classes.owner}>{owner?.email ?? "Nobody"}</bdi> },
	{ name: "Tier", cell: ({ tier }) => (tier === "enterprise" ? "Enterprise" : "Standard") },
	{ name: "State", cell: ({ state }) => <StateBadge state={state} /> },
	{ name: "Created", cell: ({ created_at }) => <Ago at={created_at} /> },
	{ name: "Credits", isNumber: true, cell: ({ credit_balance }) => formatExact(credit_balance) },
];
