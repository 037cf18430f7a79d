import type { ShownAlert } from "../alerts/read.ts";
import { checkedGtin } from "../catalogue/barcodes/barcode-reading.ts";
import { VARIANTS, type Variant } from "../catalogue/fields/scopes.ts";
import type { ServedProduct } from "../catalogue/stored/served-product.ts";
import { alertsOfProduct } from "./alert-pages.ts";
import {
	brandAddress,
	factsLine,
	linesOf,
	NO_PREVIEW,
	preview,
	previewAddress,
	productAddress,
} from "./cards.ts";
import { certifications, hechsherPanel, type ShownHechsher } from "./hechshers.ts";
import { type Fragment, type Html, html, jsonLd } from "./html.ts";
import type { Page, Site } from "./layout.ts";
import { contentsTable, type ShownPrices } from "./price-words.ts";
import { factsOf, firstOf, namesOf, titleOf } from "./public-catalogue.ts";

export const VARIANT_WORDS: Readonly<Record<Variant, string>> = {
	front: "Front",
	back: "Back",
	front_clean: "Front, cut out",
	back_clean: "Back, cut out",
};

/** The versions of a product's pictures that have a preview. */
export type Previews = ReadonlyMap<Variant, string>;

export interface ShownProduct {
	readonly product: ServedProduct;
	readonly previews: Previews;
	/** What its hechshers rest on; none if the operator does not show it. */
	readonly hechshers: readonly ShownHechsher[];
	/** The live ones. */
	readonly alerts: readonly ShownAlert[];
}

export function productPage(
	site: Site,
	base: string,
	{ product, previews, hechshers, alerts }: ShownProduct,
	prices: ShownPrices,
): Page {
	const { barcode } = product;
	const { name, brand } = namesOf(product);
	const title = titleOf({ barcode, name, brand });
	const of = brand === undefined || title.includes(brand) ? "" : ` by ${brand}`;
	const first = firstOf(previews);
	const address = productAddress(barcode);
	const certified = site.showsKosher ? hechshers : [];
	return {
		title,
		description: `${title}${of}: studio photographs and data by barcode ${barcode}`,
		address,
		...(first && { picture: previewAddress(barcode, first, { format: "jpg" }) }),
		head: structured(base, { product, hechshers: certified }, first),
		search: "",
		main: html`${alertsOfProduct(alerts)}<article class="wide product">${pictures(barcode, title, previews)}<div class="facts"><h1>${linesOf(title)}</h1>
${brand === undefined ? undefined : html`<p class="of"><a href="${brandAddress(brand)}"><bdi>${brand}</bdi></a></p>`}<p class="barcode">Barcode <code>${barcode}</code></p>${site.showsFacts ? factsLine(factsOf(product, hechshers)) : undefined}
${hechsherPanel(certified)}${contents(product, prices)}
${noAccount(site)}<p><a class="quiet" data-propose href="/propose?barcode=${barcode}">Suggest a correction</a></p></div></article>`,
	};
}

function noAccount({ isSignUpOpen, contact }: Site): Fragment {
	const next = isSignUpOpen
		? html`<a href="/sign-up">Create one.</a>`
		: contact && html`<a href="${contact}">Ask for one.</a>`;
	return next && html`<p class="quiet" data-no-account>No account yet? ${next}</p>`;
}

/** The first picture large, and the others beside it as links to themselves. */
function pictures(barcode: string, title: string, previews: Previews): Html {
	const shown = VARIANTS.flatMap((variant) => {
		const version = previews.get(variant);
		return version === undefined ? [] : [{ variant, address: previewAddress(barcode, variant, { version }) }];
	});
	if (shown.length === 0)
		return html`<div class="shots"><figure><span class="picture">${NO_PREVIEW}</span><figcaption>No photograph yet</figcaption></figure></div>`;
	return html`<div class="shots">${shown.map(
		({ variant, address }, place) =>
			html`<figure><span class="picture">${preview(address, `${title}, ${VARIANT_WORDS[variant].toLowerCase()}`, place === 0 ? "eager" : "lazy")}</span><figcaption>${VARIANT_WORDS[variant]}</figcaption></figure>`,
	)}</div>`;
}

/** What exists, and what each part costs. */
function contents({ barcode, masks, dataScopes, variants }: ServedProduct, prices: ShownPrices): Html {
	if (dataScopes + variants === 0)
		return html`<div class="panel"><p>Nothing is known of this product but its barcode.</p></div>`;
	return html`<div class="panel"><h2>What there is</h2>${contentsTable([masks], prices)}<p class="buy"><a class="button" data-barcode="${barcode}" data-signed-in="Look at it" href="/find/${barcode}">Sign in to buy</a></p></div>`;
}

/** What search engines may say of the product: what is given away of it (schema.org/Product). */
function structured(
	base: string,
	{ product, hechshers }: Pick<ShownProduct, "product" | "hechshers">,
	first: Variant | undefined,
): Html {
	const { barcode } = product;
	const { name, brand } = namesOf(product);
	const gtin = checkedGtin(barcode);
	return jsonLd({
		"@context": "https://schema.org",
		"@type": "Product",
		"@id": `${base}${productAddress(barcode)}`,
		url: `${base}${productAddress(barcode)}`,
		name: titleOf({ barcode, name, brand }),
		...(gtin === undefined ? { productID: barcode } : { gtin }),
		...certifications(hechshers),
		...(brand !== undefined && { brand: { "@type": "Brand", name: brand } }),
		...(first && { image: `${base}${previewAddress(barcode, first, { format: "jpg" })}` }),
	});
}
