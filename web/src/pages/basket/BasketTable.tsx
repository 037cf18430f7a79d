import { ActionIcon, Anchor, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import type { QuotedLine } from "../../api/routes.ts";
import type { BasketItem } from "../../basket/basket.ts";
import { OrderContents } from "../../basket/OrderContents.tsx";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { SelectionForm } from "../../basket/SelectionForm.tsx";
import { boughtAgain, isNothing, type Selection, selectionOf, without } from "../../basket/selection.ts";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import classes from "./Checkout.module.css";

interface BasketTableProps {
	readonly clientId: string;
	readonly items: readonly BasketItem[];
	/** From the newest quote; a product without a line is not priced yet, or not requested. */
	readonly lines: readonly QuotedLine[];
	readonly commonSelection: Selection;
	readonly locked: Selection;
	readonly isStale: boolean;
	readonly onRemove: (barcode: string) => void;
	/** Sets a product's own selection; undefined: the common one. */
	readonly onSelection: (barcode: string, selection: Selection | undefined) => void;
}

interface Row {
	readonly item: BasketItem;
	readonly line: QuotedLine | undefined;
	readonly selection: Selection;
}

/** The basket, line by line, each with the product's own selection below it. */
export function BasketTable(props: BasketTableProps) {
	const { clientId, items, lines, commonSelection, locked, isStale, onRemove, onSelection } = props;
	const lineOf = new Map(lines.map((line) => [line.barcode, line]));
	const rows = items.map((item) => ({
		item,
		line: lineOf.get(item.barcode),
		selection: selectionOf(item) ?? commonSelection,
	}));
	const columns: readonly Column<Row>[] = [
		{
			name: "Product",
			isTitle: true,
			cell: ({ item, line }) => (
				<ProductCell
					{...(line ?? { name: null, brand: null, thumbnail: null })}
					barcode={item.barcode}
					to={line?.found ? `/find/${item.barcode}` : undefined}
				/>
			),
		},
		{ name: "You get", cell: (row) => <YouGet clientId={clientId} locked={locked} row={row} /> },
		{
			name: "Credits",
			credits: ({ line }) => line?.credits ?? null,
		},
		{
			name: "Remove",
			isActions: true,
			cell: ({ item, line }) => (
				<ActionIcon
					aria-label={`Remove ${line?.name ?? item.barcode}`}
					color="gray"
					onClick={() => onRemove(item.barcode)}
					variant="subtle"
				>
					<IconTrash aria-hidden="true" size={18} stroke={1.7} />
				</ActionIcon>
			),
		},
	];
	return (
		<DataTable
			columns={columns}
			details={({ item, selection }) => (
				<div className={classes.own}>
					<SelectionForm
						locked={locked}
						onChange={(own) => onSelection(item.barcode, own)}
						selection={selection}
					/>
					{selectionOf(item) ? (
						<div>
							<Button onClick={() => onSelection(item.barcode, undefined)} size="xs" variant="default">
								Same as all products
							</Button>
						</div>
					) : null}
				</div>
			)}
			isStale={isStale}
			name="Basket"
			rowKey={({ item }) => item.barcode}
			rows={rows}
		/>
	);
}

interface YouGetProps {
	readonly clientId: string;
	readonly row: Row;
	readonly locked: Selection;
}

function YouGet({ clientId, row: { line, selection, item }, locked }: YouGetProps) {
	if (isNothing(selection)) return <span className="quiet">Nothing chosen: not ordered</span>;
	if (isNothing(without(selection, locked)))
		return <span className="quiet">Not open to you: not ordered</span>;
	if (!line) return <span className="quiet">…</span>;
	if (!line.found) return <span className="quiet">Not in the catalogue: free</span>;
	return (
		<span className={classes.what}>
			<OrderContents line={line} />
			{selectionOf(item) ? <span className="quiet"> · chosen for this product</span> : null}
			<Again clientId={clientId} line={line} />
		</span>
	);
}

/** Says what of a line is bought already, and where it is. */
function Again({ clientId, line }: { readonly clientId: string; readonly line: QuotedLine }) {
	const again = boughtAgain(line);
	if (!line.held || isNothing(again)) return null;
	return (
		<span className={classes.again}>
			Already yours, free to{" "}
			<Anchor component={Link} inherit to={`/orders/${line.held.order_id}?key=${clientId}`}>
				download
			</Anchor>
			: <OrderContents line={again} />. Ordered again, it is charged again.
		</span>
	);
}
