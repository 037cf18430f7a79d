import { Thumbnail } from "../parts/Thumbnail.tsx";
import classes from "./ProductCell.module.css";

interface ProductCellProps {
	readonly barcode: string;
	readonly name: string | null;
	readonly brand: string | null;
	readonly thumbnail: string | null;
}

/** A product in a table: picture, name (which may be Hebrew), brand and barcode. */
export function ProductCell({ barcode, name, brand, thumbnail }: ProductCellProps) {
	return (
		<div className={classes.product}>
			<Thumbnail name="" sizePx={48} version={thumbnail} />
			<div className={classes.words}>
				<bdi className={classes.name}>{name ?? barcode}</bdi>
				<span className={classes.more}>
					{brand === null ? null : <bdi>{brand}</bdi>}
					{name === null ? null : <span className="figures">{barcode}</span>}
				</span>
			</div>
		</div>
	);
}
