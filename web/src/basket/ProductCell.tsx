import { Anchor, Group } from "@mantine/core";
import { Link } from "react-router";
import { ProductName } from "../parts/ProductName.tsx";
import { Mark } from "../parts/StateBadge.tsx";
import { Thumbnail } from "../parts/Thumbnail.tsx";
import classes from "./ProductCell.module.css";

interface ProductCellProps {
	readonly barcode: string;
	readonly name: string | null;
	readonly brand: string | null;
	readonly thumbnail: string | null;
	/** Ids of live kosher alerts about it. */
	readonly alerts?: readonly string[];
	/** The page of the product. */
	readonly to?: string | undefined;
}

/** A product in a table: picture, name (which may be Hebrew), brand and barcode. */
export function ProductCell({ barcode, name, brand, thumbnail, alerts = [], to }: ProductCellProps) {
	const title = <ProductName>{name ?? barcode}</ProductName>;
	return (
		<Group gap="sm" miw={0} wrap="nowrap">
			<Thumbnail name="" sizePx={48} version={thumbnail} />
			<div className={classes.words}>
				<span className={classes.name}>
					{to === undefined ? (
						title
					) : (
						<Anchor component={Link} inherit to={to}>
							{title}
						</Anchor>
					)}
				</span>
				<span className={classes.more}>
					{brand === null ? null : <bdi>{brand}</bdi>}
					{name === null ? null : <span className="figures">{barcode}</span>}
					{alerts.length > 0 ? <Mark color="red">Kosher alert</Mark> : null}
				</span>
			</div>
		</Group>
	);
}
