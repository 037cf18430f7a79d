import type { ImportSummary } from "../../../api/routes.ts";
import { fieldText, metadataName } from "../../../format/metadata-words.ts";
import { productWord } from "../../../format/products.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Imports.module.css";

type Foreseen = ImportSummary["foreseen"][number];
type Scope = Readonly<Record<string, unknown>>;

/** The first products of a file as they would be served: what a person reads to see whether the columns were understood. */
export function ForeseenProducts({ products }: { readonly products: readonly Foreseen[] }) {
	if (products.length === 0) return null;
	return (
		<Surface
			title={products.length === 1 ? "The product as it will look" : "The first products as they will look"}
		>
			<div className={classes.foreseen}>
				{products.map((product) => (
					<article key={product.barcode}>
						<h3>
							<bdi>{nameOf(product)}</bdi>
						</h3>
						<Facts layout="lines">
							<Fact name="Barcode">{product.barcode}</Fact>
							{factsOf(product).map(([key, text]) => (
								<Fact key={key} name={metadataName(key)}>
									<bdi dir="auto">{text}</bdi>
								</Fact>
							))}
						</Facts>
					</article>
				))}
			</div>
		</Surface>
	);
}

/** Kept by the service, and the name, which stands above. */
const NOT_SHOWN: ReadonlySet<string> = new Set(["image_meta", "scanned_at", "updated_at", "product_name"]);
const WORDS: ReadonlySet<string> = new Set(["bracha", "department"]);

function nameOf({ barcode, product_meta: { product_name: name } }: Foreseen): string {
	return String(name ?? barcode);
}

type NamedText = readonly [key: string, text: string];

/** Fields stand beside scopes there. */
function factsOf({ product_meta: meta }: Foreseen): NamedText[] {
	return Object.entries(meta).flatMap(([key, value]): NamedText[] => {
		if (NOT_SHOWN.has(key)) return [];
		if (key === "hechshers") return named(key, hechshersText((value ?? []) as readonly Scope[]));
		if (key !== "nutrition" && key !== "ingredients") return named(key, value);
		return Object.entries((value ?? {}) as Scope).flatMap(([field, given]) =>
			named(`${key}.${field}`, given),
		);
	});
}

/** A flag that is off says nothing that a table would have said. */
function named(key: string, value: unknown): NamedText[] {
	const text = value === false ? null : fieldText(value);
	return text === null ? [] : [[key, WORDS.has(key) ? productWord(text) : text]];
}

function hechshersText(hechshers: readonly Scope[]): string {
	return hechshers
		.map(({ symbol, dairy_meat_pareve: status }) =>
			status ? `${symbol}, ${productWord(String(status))}` : String(symbol),
		)
		.join("\n");
}
