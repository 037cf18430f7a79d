import { Group } from "@mantine/core";
import type { Order, OrderLine } from "../../api/routes.ts";
import { ExpiredHechshers } from "../../basket/ExpiredHechshers.tsx";
import { PictureButton } from "../../basket/PictureButton.tsx";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { scopesInWords, VARIANT_NAMES } from "../../format/product-words.ts";
import { type Column, DataTable } from "../../parts/Listing.tsx";

interface LineTableProps {
	readonly clientId: string;
	readonly order: Order;
}

/** The products of an order. Each picture can be downloaded separately. */
export function LineTable({ clientId, order }: LineTableProps) {
	const columns: readonly Column<OrderLine>[] = [
		{
			name: "Product",
			isTitle: true,
			cell: (line) => <ProductCell {...line} to={`/find/${line.barcode}?key=${clientId}`} />,
		},
		{ name: "Data", cell: (line) => <DataOf line={line} /> },
		{
			name: "Pictures",
			cell: ({ barcode, name, variants }) => (
				<Group gap={6}>
					{variants.map((variant) => (
						<PictureButton
							key={variant}
							picture={{ barcode, clientId, orderId: order.order_id, product: name ?? barcode, variant }}
							size="compact-xs"
							variant="default"
						>
							{VARIANT_NAMES[variant]}
						</PictureButton>
					))}
				</Group>
			),
		},
		{ name: "Credits", credits: ({ credits }) => credits },
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

function DataOf({ line: { found, scopes, expired_hechshers } }: { readonly line: OrderLine }) {
	if (!found) return <span className="quiet">Not in the catalogue</span>;
	return (
		<>
			{scopesInWords(scopes)}
			<ExpiredHechshers symbols={expired_hechshers} />
		</>
	);
}
