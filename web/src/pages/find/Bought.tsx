import type { FoundProduct } from "../../api/shapes.ts";
import { productWord } from "../../format/products.ts";
import { Moment } from "../../parts/Moment.tsx";
import { Surface } from "../../parts/Surface.tsx";
import classes from "./Bought.module.css";
import { boughtLines } from "./bought-lines.ts";

/** What the key has bought of a product, as of the purchase. */
export function Bought({ bought }: { readonly bought: NonNullable<FoundProduct["bought"]> }) {
	const lines = boughtLines(bought.values);
	return (
		<Surface
			description={
				<>
					Bought <Moment at={bought.bought_at} />. You can fetch it again for free until{" "}
					<Moment at={bought.expires_at} />.
				</>
			}
			title="Bought with this key"
		>
			{bought.variants.length > 0 ? (
				<p className={classes.pictures}>Pictures: {bought.variants.map(productWord).join(" · ")}</p>
			) : null}
			<dl className={classes.values}>
				{lines.map(({ name, value }) => (
					<div key={name}>
						<dt>{productWord(name)}</dt>
						<dd dir="auto">{value}</dd>
					</div>
				))}
			</dl>
		</Surface>
	);
}
