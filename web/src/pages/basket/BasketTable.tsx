import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { OrderLine } from "../../api/routes.ts";
import type { BasketItem } from "../../basket/basket.ts";
import { OrderContents } from "../../basket/OrderContents.tsx";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { WishForm } from "../../basket/WishForm.tsx";
import { isNothing, type Wish, wishOf, without } from "../../basket/wish.ts";
import { formatExact } from "../../format/credits.ts";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import classes from "./Checkout.module.css";

interface BasketTableProps {
	readonly items: readonly BasketItem[];
	/** From the newest quote; a product without a line is not priced yet, or not requested. */
	readonly lines: readonly OrderLine[];
	readonly wishForAll: Wish;
	readonly locked: Wish;
	readonly isStale: boolean;
	readonly onRemove: (barcode: string) => void;
	/** Sets a product's own selection; undefined: the common one. */
	readonly onWish: (barcode: string, wish: Wish | undefined) => void;
}

interface Row {
	readonly item: BasketItem;
	readonly line: OrderLine | undefined;
	readonly wish: Wish;
}

/** The basket, line by line, each with the product's own selection below it. */
export function BasketTable(props: BasketTableProps) {
	const { items, lines, wishForAll, locked, isStale, onRemove, onWish } = props;
	const lineOf = new Map(lines.map((line) => [line.barcode, line]));
	const rows = items.map((item) => ({
		item,
		line: lineOf.get(item.barcode),
		wish: wishOf(item) ?? wishForAll,
	}));
	const columns: readonly Column<Row>[] = [
		{
			name: "Product",
			isTitle: true,
			cell: ({ item, line }) => (
				<ProductCell {...(line ?? { name: null, brand: null, thumbnail: null })} barcode={item.barcode} />
			),
		},
		{ name: "You get", cell: (row) => <YouGet locked={locked} row={row} /> },
		{
			name: "Credits",
			isNumber: true,
			cell: ({ line }) => (line ? formatExact(line.credits) : <span className="quiet">–</span>),
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
			details={({ item, wish }) => (
				<div className={classes.own}>
					<WishForm locked={locked} onChange={(own) => onWish(item.barcode, own)} wish={wish} />
					{wishOf(item) ? (
						<div>
							<Button onClick={() => onWish(item.barcode, undefined)} size="xs" variant="default">
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

function YouGet({ row: { line, wish, item }, locked }: { readonly row: Row; readonly locked: Wish }) {
	if (isNothing(wish)) return <span className="quiet">Nothing chosen: not ordered</span>;
	if (isNothing(without(wish, locked)))
		return <span className="quiet">Locked for this key: not ordered</span>;
	if (!line) return <span className="quiet">…</span>;
	if (!line.found) return <span className="quiet">Not in the catalogue: free</span>;
	return (
		<span className={classes.what}>
			<OrderContents line={line} />
			{wishOf(item) ? <span className="quiet"> · chosen for this product</span> : null}
		</span>
	);
}
