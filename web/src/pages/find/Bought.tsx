import { Anchor, Group } from "@mantine/core";
import { Link } from "react-router";
import type { FoundProduct } from "../../api/routes.ts";
import { useMay } from "../../api/use-may.ts";
import { PictureButton } from "../../basket/PictureButton.tsx";
import { formatMoment } from "../../format/dates.ts";
import { daysLeft } from "../../format/days-left.ts";
import { VARIANT_NAMES } from "../../format/product-words.ts";
import { Surface } from "../../parts/Page.tsx";
import classes from "./Bought.module.css";
import { boughtPictures } from "./bought.ts";
import { boughtLines } from "./bought-lines.ts";

interface BoughtProps {
	readonly clientId: string;
	readonly product: FoundProduct;
}

/** What is bought of a product: its downloads, and the orders that contain it. Nothing if nothing is. */
export function Bought({ clientId, product }: BoughtProps) {
	const { buy } = useMay();
	if (!product.bought) return null;
	const { orders } = product.bought;
	const pictures = boughtPictures(product, clientId);
	return (
		<Surface
			actions={<p className={classes.price}>0 credits</p>}
			description="Free, as often as you like while the order lasts."
			title="You have bought this"
		>
			{buy && pictures.length > 0 ? (
				<Group gap="xs" mb="0.875rem">
					{pictures.map((picture, place) => (
						<PictureButton
							key={picture.variant}
							picture={picture}
							variant={place === 0 ? "filled" : "default"}
						>
							{`Download ${VARIANT_NAMES[picture.variant].toLowerCase()}`}
						</PictureButton>
					))}
				</Group>
			) : null}
			<ul className={classes.orders}>
				{orders.map(({ order_id, name, bought_at, expires_at }) => (
					<li key={order_id}>
						<Anchor component={Link} inherit to={`/orders/${order_id}?key=${clientId}`}>
							<bdi>{name ?? `Order of ${formatMoment(bought_at)}`}</bdi>
						</Anchor>
						<span className="quiet">
							{name === null ? "" : `${formatMoment(bought_at)} · `}
							{daysLeft(expires_at, Date.now())}
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

/** The bought values, as of the purchase. Nothing if there are none. */
export function BoughtValues({ product: { bought } }: Pick<BoughtProps, "product">) {
	const lines = boughtLines(bought?.values ?? {});
	if (lines.length === 0) return null;
	return (
		<Surface title="What you know of it">
			<dl className={classes.values}>
				{lines.map(({ name, value }) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd dir="auto">{value}</dd>
					</div>
				))}
			</dl>
		</Surface>
	);
}
