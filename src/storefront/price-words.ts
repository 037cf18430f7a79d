import { creditsForJson } from "../api/credits.ts";
import type { Action } from "../billing/prices/actions.ts";
import { hasOpenData, type MaskedRow } from "../catalogue/fields/masks.ts";
import { METADATA_SCOPES, type MetadataScope, variantsOf } from "../catalogue/fields/scopes.ts";
import type { CreditPrice } from "./choices.ts";
import { type Fragment, type Html, html } from "./html.ts";

/** What is sold of a product, in words. */
export const SCOPE_WORDS: Readonly<Record<MetadataScope, { readonly name: string; readonly what: string }>> =
	{
		info: { name: "Product facts", what: "description, category, bracha, Passover, vegan, gluten free" },
		hechshers: { name: "Hechshers", what: "every certification, and whether it is dairy, meat or pareve" },
		nutrition: { name: "Nutrition", what: "the panel as printed on the package" },
		ingredients: { name: "Ingredients", what: "the text of the package, and allergens" },
		catalog_meta: { name: "Catalogue data", what: "department, subcategory, sizes and texts for shops" },
		image_meta: { name: "Picture data", what: "resolution, file size and date of the photographs" },
	};

/** The prices of the moment in units, and what a credit costs, if visitors are told. */
export interface ShownPrices {
	of(action: Action): number;
	readonly credit: CreditPrice | undefined;
}

const shown = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

/** As the pages of accounts show amounts: `1,234.5`. */
function formatCredits(units: number): string {
	return shown.format(creditsForJson(units));
}

/** `0.25 credits`, `1,200 credits`, `1 credit`, `free`. */
export function creditWords(units: number): string {
	const text = formatCredits(units);
	return units === 0 ? "free" : `${text} ${text === "1" ? "credit" : "credits"}`;
}

/** As the pages of accounts show money: `$25.00`; the price of a credit with all decimals that it has. */
function money(amount: number, { currency }: CreditPrice, most?: number): string {
	return new Intl.NumberFormat("en", { style: "currency", currency, maximumFractionDigits: most }).format(
		amount,
	);
}

/** What credits cost: ` ($0.55)`. */
function moneyOf(units: number, { credit }: ShownPrices): Fragment {
	return credit && units > 0
		? html` <span class="money">(${money(creditsForJson(units) * credit.amount, credit)})</span>`
		: undefined;
}

/** What there is of some products, and what each part of it costs for all of them together. */
export function contentsTable(products: readonly MaskedRow[], prices: ShownPrices): Html {
	const pictures = products.reduce((sum, { variants }) => sum + variantsOf(variants).length, 0);
	const parts = METADATA_SCOPES.map((scope) => ({
		...SCOPE_WORDS[scope],
		count: products.filter((row) => hasOpenData(row, scope)).length,
		each: prices.of(`products.get.${scope}`),
	})).filter(({ count }) => count > 0);
	const picture = prices.of("products.get.per_image");
	const total = parts.reduce((sum, { count, each }) => sum + count * each, pictures * picture);
	const row = (name: string, what: string, units: number) =>
		html`<tr><th scope="row">${name} <span>${what}</span></th><td>${creditWords(units)}</td></tr>`;
	const counted = pictures === 1 ? "1 photograph" : `${pictures.toLocaleString("en")} photographs`;
	const of = (count: number) => `of ${count.toLocaleString("en")} ${count === 1 ? "product" : "products"}`;
	return html`<table class="prices"><caption class="unseen">What there is, and its price</caption><thead class="unseen"><tr><th scope="col">Part</th><th scope="col">Price</th></tr></thead><tbody>${pictures === 0 ? undefined : row(counted, "in full size", pictures * picture)}${parts.map(
		({ name, what, count, each }) => row(name, products.length === 1 ? what : of(count), count * each),
	)}</tbody><tfoot><tr><th scope="row">Everything</th><td>${creditWords(total)}${moneyOf(total, prices)}</td></tr></tfoot></table>`;
}

const EXAMPLE_PRODUCTS = 100;
const EXAMPLE = ["info", "hechshers", "ingredients"] as const;

export function priceSection(prices: ShownPrices): Html {
	const { credit } = prices;
	const picture = prices.of("products.get.per_image");
	const each = EXAMPLE.reduce((sum, scope) => sum + prices.of(`products.get.${scope}`), picture);
	const rows = Object.entries(SCOPE_WORDS) as [MetadataScope, { name: string; what: string }][];
	return html`<section id="prices"><h2>You pay for what you take</h2>
<p class="lead">No subscription. You buy credits, and each picture and each part of a product costs some of them. What a product does not have costs nothing.${credit && html` <strong>A credit costs ${money(credit.amount, credit, 6)}.</strong>`}</p>
<div class="two"><table class="prices"><caption class="unseen">Prices by product</caption><thead class="unseen"><tr><th scope="col">Part</th><th scope="col">Price</th></tr></thead><tbody>
<tr><th scope="row">A studio photograph <span>front, back, or cut out from its background</span></th><td>${creditWords(picture)}</td></tr>
${rows.map(([scope, { name, what }]) => html`<tr><th scope="row">${name} <span>${what}</span></th><td>${creditWords(prices.of(`products.get.${scope}`))}</td></tr>`)}
</tbody></table>
<aside aria-label="An example" class="panel"><h3>An example</h3><p>${EXAMPLE_PRODUCTS} products, each with its front, product facts, hechshers and ingredients:</p>
<p class="sum">${EXAMPLE_PRODUCTS} × ${formatCredits(each)} = <strong>${creditWords(EXAMPLE_PRODUCTS * each)}</strong>${moneyOf(EXAMPLE_PRODUCTS * each, prices)}</p>
<p>What you have bought you can fetch again for free for some time, and you see the price of an order before you place it.</p></aside></div></section>`;
}
