import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type Order, type OrderLine, useAction, type Variant } from "../../api/routes.ts";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { formatExact } from "../../format/credits.ts";
import { scopesInWords, VARIANT_NAMES } from "../../format/product-words.ts";
import { followLink } from "../../parts/Copy.tsx";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { notifyFailure } from "../../parts/toast.tsx";
import classes from "./Orders.module.css";

interface LineTableProps {
	readonly clientId: string;
	readonly order: Order;
}

/** The products of an order. Each picture can be downloaded separately. */
export function LineTable({ clientId, order }: LineTableProps) {
	const columns: readonly Column<OrderLine>[] = [
		{ name: "Product", isTitle: true, cell: (line) => <ProductCell {...line} /> },
		{ name: "Data", cell: (line) => <DataOf line={line} /> },
		{
			name: "Pictures",
			cell: ({ barcode, name, variants }) => (
				<span className={classes.pictures}>
					{variants.map((variant) => (
						<PictureButton
							barcode={barcode}
							clientId={clientId}
							key={variant}
							orderId={order.order_id}
							product={name ?? barcode}
							variant={variant}
						/>
					))}
				</span>
			),
		},
		{ name: "Credits", isNumber: true, cell: ({ credits }) => formatExact(credits) },
	];
	return (
		<DataTable
			columns={columns}
			name="Products of the order"
			rowKey={({ barcode }) => barcode}
			rows={order.lines}
		/>
	);
}

function DataOf({ line: { found, scopes } }: { readonly line: OrderLine }) {
	if (!found) return <span className="quiet">Not in the catalogue</span>;
	return scopesInWords(scopes);
}

interface PictureButtonProps {
	readonly clientId: string;
	readonly orderId: string;
	readonly barcode: string;
	readonly product: string;
	readonly variant: Variant;
}

function PictureButton({ clientId, orderId, barcode, product, variant }: PictureButtonProps) {
	const issue = useAction("POST /keys/{client_id}/orders/{order_id}/picture", {
		path: { client_id: clientId, order_id: orderId },
	});
	const fileName = `${barcode}_${variant}.${variant.endsWith("_clean") ? "png" : "jpg"}`;
	const download = () =>
		issue.mutate(
			{ body: { barcode, variant } },
			{ onSuccess: ({ url }) => followLink(url, fileName), onError: notifyFailure },
		);
	return (
		<Button
			aria-label={`Download ${VARIANT_NAMES[variant].toLowerCase()} of ${product}`}
			leftSection={<IconDownload aria-hidden="true" size={14} stroke={1.8} />}
			loading={issue.isPending}
			onClick={download}
			size="compact-xs"
			variant="default"
		>
			{VARIANT_NAMES[variant]}
		</Button>
	);
}
