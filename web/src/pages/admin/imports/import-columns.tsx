import { Link } from "react-router";
import type { Import } from "../../../api/shapes.ts";
import { formatCount } from "../../../format/credits.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { ImportStateBadge } from "./ImportStateBadge.tsx";
import classes from "./Imports.module.css";
import { nameOf } from "./import-state.ts";

/** Columns of the import history. */
export const importColumns: readonly Column<Import>[] = [
	{
		name: "File",
		isTitle: true,
		cell: (batch) => (
			<Link className={classes.name ?? ""} to={`/admin/imports/${batch.import_id}`}>
				<bdi>{nameOf(batch)}</bdi>
			</Link>
		),
	},
	{ name: "State", cell: (batch) => <ImportStateBadge batch={batch} /> },
	{ name: "Products", isNumber: true, cell: (batch) => changed(batch, "products") },
	{ name: "Pictures", isNumber: true, cell: (batch) => changed(batch, "images") },
	{ name: "Refused", isNumber: true, cell: ({ report, check }) => count((report ?? check)?.refused) },
	{ name: "Batch", cell: ({ batch }) => <bdi className={classes.batch}>{batch}</bdi> },
	{ name: "Ownership", cell: ({ ownership }) => (ownership === null ? "–" : <bdi>{ownership}</bdi>) },
	{
		name: "By",
		cell: ({ by, uploaded_by }) => <bdi className={classes.by}>{by ?? uploaded_by ?? "Command line"}</bdi>,
	},
	{ name: "When", cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** How many are new or changed, according to the import or, before that, the dry run. */
function changed({ report, check }: Import, what: "products" | "images"): string {
	const counts = (report ?? check)?.[what];
	return count(counts && counts.created + counts.updated);
}

function count(number: number | undefined): string {
	return number === undefined ? "–" : formatCount(number);
}
