import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { OrderContents } from "../../basket/OrderContents.tsx";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { formatCount } from "../../format/credits.ts";
import { type Column, DataTable, Pager } from "../../parts/Listing.tsx";
import classes from "./Lists.module.css";
import { type ListRow, STATUS_NAMES } from "./status.ts";

const PER_PAGE = 50;

type Shown = "all" | "new" | "gaps";

type RowPrices = ReadonlyMap<ListRow, number>;

const columnsWith = (prices: RowPrices): readonly Column<ListRow>[] => [
	{
		name: "Product",
		isTitle: true,
		cell: ({ checked }) => <ProductCell {...checked} barcode={checked.barcode ?? checked.text} />,
	},
	{ name: "Status", cell: (row) => <StatusOf row={row} /> },
	{
		name: "Available",
		cell: ({ checked }) => (checked.barcode === null ? null : <OrderContents line={checked} />),
	},
	{
		name: "Credits",
		isAmount: true,
		credits: (row) => (row.checked.barcode === null ? null : (prices.get(row) ?? 0)),
	},
];

interface ListTableProps {
	readonly rows: readonly ListRow[];
	/** What each row costs; nothing for others. */
	readonly prices: RowPrices;
}

/** The barcodes of a list, page by page: all, or those with one status. */
export function ListTable({ rows, prices }: ListTableProps) {
	const [shown, setShown] = useState<Shown>("all");
	const [page, setPage] = useState(1);
	const isGap = ({ status }: ListRow) => !["new", "held", "repeated"].includes(status);
	const isShown = (row: ListRow) => shown === "all" || (shown === "new" ? row.status === "new" : isGap(row));
	const chosen = rows.filter(isShown);
	const pages = Math.max(1, Math.ceil(chosen.length / PER_PAGE));
	const current = Math.min(page, pages);
	const counted = (name: string, count: number) => `${name} (${formatCount(count)})`;
	const fresh = rows.filter(({ status }) => status === "new").length;
	const gaps = rows.filter(isGap).length;
	return (
		<>
			<div className={classes.filter}>
				<SegmentedControl
					aria-label="Which barcodes"
					data={[
						{ value: "all", label: counted("All", rows.length) },
						{ value: "new", label: counted("To order", fresh) },
						{ value: "gaps", label: counted("Gaps", gaps) },
					]}
					onChange={(value) => {
						setShown(value as Shown);
						setPage(1);
					}}
					size="xs"
					value={shown}
				/>
			</div>
			<DataTable
				columns={columnsWith(prices)}
				isDense
				name="Barcodes of the list"
				rowKey={({ checked }) => checked.text}
				rows={chosen.slice((current - 1) * PER_PAGE, current * PER_PAGE)}
			/>
			<Pager
				noun={["barcode", "barcodes"]}
				onPage={setPage}
				pagination={{ page: current, per_page: PER_PAGE, total: chosen.length, total_pages: pages }}
			/>
		</>
	);
}

function StatusOf({ row: { checked, status } }: { readonly row: ListRow }) {
	const { text, barcode, suggestion, unit } = checked;
	return (
		<span className={classes.status}>
			<span data-status={status}>{STATUS_NAMES[status]}</span>
			{suggestion ? <span className={classes.quiet}>probably {suggestion}</span> : null}
			{status === "missing" && checked.check_digit_valid === false ? (
				<span className={classes.quiet}>its check digit is wrong</span>
			) : null}
			{unit && !barcode ? <span className={classes.quiet}>of {unit}</span> : null}
			{barcode !== null && barcode !== text ? <span className={classes.quiet}>given as {text}</span> : null}
		</span>
	);
}
