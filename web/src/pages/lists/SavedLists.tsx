import { Link } from "react-router";
import type { ListSummary, useLists } from "../../api/lists.ts";
import { formatCount } from "../../format/credits.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Lists.module.css";

const columns: readonly Column<ListSummary>[] = [
	{
		name: "List",
		isTitle: true,
		cell: ({ list_id, name }) => (
			<Link className={classes.link} to={`/lists/${list_id}`}>
				<bdi>{name}</bdi>
			</Link>
		),
	},
	{ name: "Barcodes", isNumber: true, cell: ({ barcode_count }) => formatCount(barcode_count) },
	{ name: "Changed", cell: ({ changed_at }) => <Ago at={changed_at} /> },
];

/** The saved lists; opening one checks it again. */
export function SavedLists({
	lists: { data, error, refetch },
}: {
	readonly lists: ReturnType<typeof useLists>;
}) {
	return (
		<Surface description="Open one to see what is new." flush title="Saved lists">
			{error ? <FailureNotice error={error} onRetry={refetch} /> : null}
			{!data && !error ? <WaitingRows rows={2} /> : null}
			{data?.data.length === 0 ? (
				<p className={classes.none}>None yet. Check a list, then give it a name.</p>
			) : null}
			{data && data.data.length > 0 ? (
				<DataTable columns={columns} name="Saved lists" rowKey={({ list_id }) => list_id} rows={data.data} />
			) : null}
		</Surface>
	);
}
