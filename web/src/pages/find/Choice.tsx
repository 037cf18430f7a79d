import { Button, Checkbox } from "@mantine/core";
import { IconBasketPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { FoundProduct } from "../../api/routes.ts";
import { useBasket } from "../../basket/basket.ts";
import { creditsInWords, formatExact } from "../../format/credits.ts";
import { productWord } from "../../format/products.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Page.tsx";
import classes from "./Choice.module.css";
import { type Chosen, chosenCredits, everythingOf, itemOf, toggledIn } from "./chosen.ts";

/** The available data of a product with prices, for selecting and adding to the basket. */
export function Choice({ product }: { readonly product: FoundProduct }) {
	const basket = useBasket();
	const inBasket = basket.items.find(({ barcode }) => barcode === product.barcode);
	const [own, setOwn] = useState<Chosen>();
	const chosen = own ?? everythingOf(product, inBasket);
	const isEmpty = chosen.scopes.length + chosen.variants.length === 0;
	const put = () => basket.put.mutate([itemOf(product, chosen)], { onSuccess: () => setOwn(undefined) });
	return (
		<Surface
			actions={<p className={classes.total}>{creditsInWords(chosenCredits(product, chosen))}</p>}
			title="Available"
		>
			<Lines
				chosen={chosen.variants}
				lines={product.variants.map((each) => ({ ...each, name: each.variant, fact: sizeFact(each) }))}
				onToggle={(variant) => setOwn(toggledIn(chosen, "variants", variant))}
				title="Pictures"
			/>
			<Lines
				chosen={chosen.scopes}
				lines={product.scopes.map((each) => ({ ...each, name: each.scope, fact: "" }))}
				onToggle={(scope) => setOwn(toggledIn(chosen, "scopes", scope))}
				title="Data"
			/>
			{basket.put.error ? (
				<FailureNotice error={basket.put.error} title="It could not be added to the basket" />
			) : null}
			<div className={classes.end}>
				<Button
					disabled={isEmpty}
					leftSection={<IconBasketPlus aria-hidden="true" size={18} />}
					loading={basket.put.isPending}
					onClick={put}
				>
					{inBasket ? "Change in the basket" : "Add to basket"}
				</Button>
				{inBasket ? (
					<Button component={Link} to="/basket" variant="default">
						Go to the basket
					</Button>
				) : null}
			</div>
		</Surface>
	);
}

interface Line {
	readonly name: string;
	readonly state: FoundProduct["scopes"][number]["state"];
	readonly price: number;
	readonly fact: string;
}

interface LinesProps {
	readonly title: string;
	readonly lines: readonly Line[];
	readonly chosen: readonly string[];
	readonly onToggle: (name: string) => void;
}

function Lines({ title, lines, chosen, onToggle }: LinesProps) {
	return (
		<fieldset className={classes.lines}>
			<legend>{title}</legend>
			{lines.map(({ name, state, price, fact }) => (
				<div className={classes.line} key={name}>
					<Checkbox
						checked={chosen.includes(name)}
						description={fact || undefined}
						disabled={state !== "available"}
						label={productWord(name)}
						onChange={() => onToggle(name)}
					/>
					<span className={state === "available" ? classes.price : classes.absent}>
						{state === "available" ? formatExact(price) : ABSENT[state]}
					</span>
				</div>
			))}
		</fieldset>
	);
}

const ABSENT = { missing: "None", locked: "Not for this key" } as const;

function sizeFact({ width, height, sizes }: FoundProduct["variants"][number]): string {
	if (width === null || height === null) return "";
	return [`${width} × ${height} px`, ...sizes.map((size) => `${size} px`)].join(" · ");
}
