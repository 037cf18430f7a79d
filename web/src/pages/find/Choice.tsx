import { Button, Checkbox } from "@mantine/core";
import { IconBasketPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { FoundProduct } from "../../api/routes.ts";
import { useMay } from "../../api/use-may.ts";
import { useBasket } from "../../basket/basket.ts";
import { alignedCredits, creditsInWords } from "../../format/credits.ts";
import { productWord } from "../../format/products.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import footClasses from "../../parts/Foot.module.css";
import { Surface } from "../../parts/Page.tsx";
import { orderOfPicture, orderOfScope } from "./bought.ts";
import classes from "./Choice.module.css";
import { type Chosen, chosenCredits, everythingOf, itemOf, toggledIn } from "./chosen.ts";

/** The available data of a product with prices, for selecting and adding to the basket. */
export function Choice({ product }: { readonly product: FoundProduct }) {
	const basket = useBasket();
	const { buy } = useMay();
	const inBasket = basket.items.find(({ barcode }) => barcode === product.barcode);
	const [own, setOwn] = useState<Chosen>();
	const chosen = own ?? everythingOf(product, inBasket);
	const isEmpty = chosen.scopes.length + chosen.variants.length === 0;
	const all = everythingOf(product);
	const isAllBought = product.bought !== null && all.scopes.length + all.variants.length === 0;
	const format = alignedCredits([...product.scopes, ...product.variants].map(({ price }) => price));
	const put = () => basket.put.mutate([itemOf(product, chosen)], { onSuccess: () => setOwn(undefined) });
	return (
		<>
			<Surface
				description={isAllBought ? "You have bought all that there is." : undefined}
				title="What there is"
			>
				<Lines
					format={format}
					chosen={chosen.variants}
					lines={product.variants.map((each) => ({
						...each,
						name: each.variant,
						fact: sizeFact(each),
						bought: pictureWords(orderOfPicture(product, each.variant)),
					}))}
					onToggle={(variant) => setOwn(toggledIn(chosen, "variants", variant))}
					title="Pictures"
				/>
				<Lines
					format={format}
					chosen={chosen.scopes}
					lines={product.scopes.map((each) => ({
						...each,
						name: each.scope,
						fact: "",
						bought: orderOfScope(product, each.scope) ? "Bought" : undefined,
					}))}
					onToggle={(scope) => setOwn(toggledIn(chosen, "scopes", scope))}
					title="Data"
				/>
			</Surface>
			{buy && !(isAllBought && isEmpty) ? (
				<div className={footClasses.foot} data-unprinted>
					<FailureNotice error={basket.put.error} title="It could not be added to the basket" />
					<div className={classes.foot}>
						<p className={classes.total}>{creditsInWords(chosenCredits(product, chosen))}</p>
						{inBasket && !own ? (
							<Button component={Link} to="/basket">
								Go to the basket
							</Button>
						) : (
							<Button
								disabled={isEmpty}
								leftSection={<IconBasketPlus aria-hidden="true" size={18} />}
								loading={basket.put.isPending}
								onClick={put}
							>
								{inBasket ? "Change in the basket" : "Add to basket"}
							</Button>
						)}
					</div>
				</div>
			) : null}
		</>
	);
}

interface Line {
	readonly name: string;
	readonly state: FoundProduct["scopes"][number]["state"];
	readonly price: number;
	readonly fact: string;
	/** Said of what is bought already. */
	readonly bought: string | undefined;
}

interface LinesProps {
	readonly title: string;
	readonly lines: readonly Line[];
	readonly chosen: readonly string[];
	readonly format: (credits: number) => string;
	readonly onToggle: (name: string) => void;
}

function Lines({ title, lines, chosen, format, onToggle }: LinesProps) {
	return (
		<fieldset className={classes.lines}>
			<legend>{title}</legend>
			{lines.map((line) => (
				<ChoiceLine
					isChosen={chosen.includes(line.name)}
					format={format}
					key={line.name}
					line={line}
					onToggle={() => onToggle(line.name)}
				/>
			))}
		</fieldset>
	);
}

interface ChoiceLineProps {
	readonly line: Line;
	readonly isChosen: boolean;
	readonly format: (credits: number) => string;
	readonly onToggle: () => void;
}

/** What is bought costs nothing; it can still be chosen, at its price, which is then said. */
function ChoiceLine({ line, isChosen, format, onToggle }: ChoiceLineProps) {
	const { name, state, price, fact, bought } = line;
	const isThere = state === "available";
	const again = isChosen ? "You have it already: ordering it again is charged again." : bought;
	const description = [fact, bought === undefined ? "" : again].filter((text) => text !== "").join(" · ");
	return (
		<div className={classes.line}>
			<Checkbox
				checked={isChosen}
				description={description || undefined}
				disabled={!isThere}
				label={productWord(name)}
				onChange={onToggle}
			/>
			<span className={isThere ? classes.price : "note"}>
				{isThere ? format(bought !== undefined && !isChosen ? 0 : price) : ABSENT[state]}
			</span>
		</div>
	);
}

function pictureWords(order: ReturnType<typeof orderOfPicture>): string | undefined {
	if (!order) return undefined;
	return order.size === null ? "Bought" : `Bought in ${order.size} px`;
}

const ABSENT = { missing: "None", locked: "Not open to you" } as const;

function sizeFact({ width, height, sizes }: FoundProduct["variants"][number]): string {
	if (width === null || height === null) return "";
	return [`${width} × ${height} px`, ...sizes.map((size) => `${size} px`)].join(" · ");
}
