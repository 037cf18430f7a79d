import { Anchor } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type BoughtProduct, usePages } from "../../api/routes.ts";
import { ExpiredHechshers } from "../../basket/ExpiredHechshers.tsx";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { OrderContents } from "../../basket/OrderContents.tsx";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { type Column, EmptyState, Listing, MoreRows } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { TypedText } from "../../parts/TypedText.tsx";
import { changed, useAddress } from "../../parts/use-address.ts";
import classes from "./MyProducts.module.css";

/** Everything ever bought, through orders or calls for one product. */
export function MyProducts() {
	const description = "Everything you have bought, in orders and in calls for single products.";
	return (
		<WithPayingKey head={<PageHead description={description} name="My products" />}>
			{(key, keySelect) => <Bought clientId={key.client_id} key={key.client_id} keySelect={keySelect} />}
		</WithPayingKey>
	);
}

function Bought({ clientId, keySelect }: { readonly clientId: string; readonly keySelect: ReactNode }) {
	const [address, change] = useAddress();
	const asked = address.get("search") ?? "";
	const bought = usePages("GET /keys/{client_id}/bought", {
		path: { client_id: clientId },
		query: { search: asked },
	});
	return (
		<>
			<HeldAlerts />
			<Surface flush>
				<div className={classes.filters}>
					{keySelect}
					<TypedText
						label="Search"
						maxLength={100}
						onType={(typed) => change((now) => changed(now, "search", typed))}
						placeholder="Name, brand or barcode"
						value={asked}
					/>
				</div>
				<Listing
					query={bought}
					waiting={6}
					columns={columnsFor(clientId)}
					isDense
					name="My products"
					rowKey={({ barcode }) => barcode}
				>
					<None isSearched={asked !== ""} isSoFar={bought.hasNextPage} />
				</Listing>
				{bought.data?.pages.at(-1)?.is_complete === false ? (
					<p className={classes.note}>
						Older purchases are still being gathered. Come back in a few minutes.
					</p>
				) : null}
				<MoreRows list={bought}>{asked === "" ? "More products" : "Search further back"}</MoreRows>
			</Surface>
		</>
	);
}

interface NoneProps {
	readonly isSearched: boolean;
	/** Older purchases have not been searched yet. */
	readonly isSoFar: boolean;
}

function None({ isSearched, isSoFar }: NoneProps) {
	return (
		<EmptyState
			icon={IconPhoto}
			title={
				isSoFar
					? "No match among your latest purchases"
					: isSearched
						? "Nothing matches"
						: "Nothing bought yet"
			}
		>
			{isSearched ? "Try fewer words, or the barcode." : "What you buy appears here."}
		</EmptyState>
	);
}

function columnsFor(clientId: string): readonly Column<BoughtProduct>[] {
	return [
		{
			name: "Product",
			isTitle: true,
			cell: (product) => <ProductCell {...product} to={`/find/${product.barcode}?key=${clientId}`} />,
		},
		{
			name: "Bought",
			cell: (product) => (
				<>
					<What product={product} />
					<ExpiredHechshers symbols={product.expired_hechshers} />
				</>
			),
		},
		{ name: "Last", cell: ({ last_at }) => <Moment at={last_at} /> },
		{
			name: "Download",
			cell: ({ order_id }) =>
				order_id === null ? null : (
					<Anchor component={Link} inherit to={`/orders/${order_id}?key=${clientId}`}>
						Order
					</Anchor>
				),
		},
	];
}

function What({ product }: { readonly product: BoughtProduct }) {
	const isNamed = product.scopes.length + product.variants.length > 0;
	if (!product.other_pictures || product.variants.length > 0) return <OrderContents line={product} />;
	return (
		<>
			{isNamed ? <OrderContents line={product} /> : null}
			{isNamed ? " · pictures by API" : "Pictures by API"}
		</>
	);
}
