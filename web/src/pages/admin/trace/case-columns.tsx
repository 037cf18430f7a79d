import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { ListedCase } from "../../../api/shapes.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import classes from "./Trace.module.css";

export const caseColumns: readonly Column<ListedCase>[] = [
	{
		name: "Case",
		isTitle: true,
		cell: ({ case_id, name }) => (
			<Anchor className={classes.name ?? ""} component={Link} to={`/admin/trace/${case_id}`}>
				<bdi>{name}</bdi>
			</Anchor>
		),
	},
	{ name: "Found", cell: (row) => <StateBadge state={foundState(row)} /> },
	{
		name: "Key",
		cell: ({ named }) =>
			named.length === 0 ? "–" : <bdi>{named.map(({ client_name }) => client_name).join(", ")}</bdi>,
	},
	{ name: "State", cell: ({ state }) => (state === "open" ? "Open" : "Closed") },
	{ name: "Opened", cell: ({ created_at }) => <Ago at={created_at} /> },
	{ name: "Leaks", isNumber: true, cell: ({ leak_count }) => leak_count },
];

/** The result of a traced case; before that, its progress. */
export function foundState({ status, verdict }: Pick<ListedCase, "status" | "verdict">): string {
	return status === "done" ? (verdict ?? "inconclusive") : status;
}
