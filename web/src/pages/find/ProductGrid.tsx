import { Button } from "@mantine/core";
import { IconBasketCheck, IconBasketPlus } from "@tabler/icons-react";
import { Link, useLocation } from "react-router";
import type { ProductCard } from "../../api/routes.ts";
import { useMay } from "../../api/use-may.ts";
import { type BasketItem, useBasket } from "../../basket/basket.ts";
import { creditsInWords } from "../../format/credits.ts";
import { directionOf } from "../../format/names-in.ts";
import { ProductName } from "../../parts/ProductName.tsx";
import { Mark } from "../../parts/StateBadge.tsx";
import { Thumbnail } from "../../parts/Thumbnail.tsx";
import classes from "./ProductGrid.module.css";

interface ProductGridProps {
	readonly products: readonly ProductCard[];
	/** What is added to the basket for each product; empty: everything. */
	readonly selection: Omit<BasketItem, "barcode">;
}

/** Products as pictures with their names, each with a basket button. */
export function ProductGrid({ products, selection }: ProductGridProps) {
	const { has, put, remove } = useBasket();
	const { search } = useLocation();
	const { buy } = useMay();
	return (
		<ul className={classes.grid}>
			{products.map((product) => (
				<li className={classes.card} key={product.barcode}>
					<Link className={classes.link} state={{ search }} to={`/find/${product.barcode}`}>
						<span className={classes.picture}>
							<Thumbnail name="" sizePx={148} version={product.thumbnail} />
						</span>
						<span className={classes.words} dir={directionOf(product.name ?? "")}>
							<span className={classes.name}>
								<ProductName>{product.name ?? product.barcode}</ProductName>
							</span>
							<span className={classes.brand}>{product.brand ?? ""}</span>
							{product.alerts.length > 0 ? <Mark color="red">Kosher alert</Mark> : null}
							<span className={classes.price} dir="ltr">
								{creditsInWords(product.credits)}
							</span>
						</span>
					</Link>
					{buy ? (
						<BasketButton
							isIn={has(product.barcode)}
							name={product.name ?? product.barcode}
							onPut={() => put.mutate([{ barcode: product.barcode, ...selection }])}
							onRemove={() => remove.mutate([product.barcode])}
						/>
					) : null}
				</li>
			))}
		</ul>
	);
}

interface BasketButtonProps {
	readonly isIn: boolean;
	readonly name: string;
	readonly onPut: () => void;
	readonly onRemove: () => void;
}

function BasketButton({ isIn, name, onPut, onRemove }: BasketButtonProps) {
	return (
		<Button
			aria-label={isIn ? `Take ${name} out of the basket` : `Add ${name} to the basket`}
			aria-pressed={isIn}
			className={classes.basket}
			h={34}
			leftSection={
				isIn ? <IconBasketCheck size={18} stroke={1.8} /> : <IconBasketPlus size={18} stroke={1.8} />
			}
			onClick={isIn ? onRemove : onPut}
			px={10}
			radius="xl"
			variant={isIn ? "filled" : "default"}
		>
			{isIn ? "Added" : "Add"}
		</Button>
	);
}
