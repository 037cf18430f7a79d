import { directionOf, namesIn } from "../../web/src/format/names-in.ts";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { type Fragment, type Html, html } from "./html.ts";
import { type BrandCount, type PublicProduct, titleOf } from "./public-catalogue.ts";

/** Pixels of a preview's longer edge (SPEC D42). */
const PREVIEW_PX = 320;
/** Pictures that are probably in the first view. */
const AT_ONCE = 4;

/** The page of a product, which is the same for as long as the product exists. */
export function productAddress(barcode: string): string {
	return `/p/${barcode}`;
}

/** @param version of the picture: with it the address stands for the same bytes for ever. */
export function previewAddress(
	barcode: string,
	variant: Variant,
	{ version, format = "webp" }: { readonly version?: string; readonly format?: "webp" | "jpg" } = {},
): string {
	return `${productAddress(barcode)}/${variant}.${format}${version === undefined ? "" : `?v=${version}`}`;
}

export function preview(address: string, alt: string, loading: "eager" | "lazy"): Html {
	return html`<img alt="${alt}" decoding="async" height="${PREVIEW_PX}" loading="${loading}" src="${address}" width="${PREVIEW_PX}">`;
}

/** Where there is no preview: the outline of a package, as on the other pages (web/src/parts/Thumbnail.tsx). */
export const NO_PREVIEW = html`<svg aria-hidden="true" class="none" viewBox="0 0 64 64"><path d="M18 25l14-7 14 7v15l-14 7-14-7z M18 25l14 7 14-7 M32 32v15"/></svg>`;

export function productGrid(products: readonly PublicProduct[]): Html {
	return html`<ul class="grid">${products.map((product, place) => card(product, place < AT_ONCE ? "eager" : "lazy"))}</ul>`;
}

function card(product: PublicProduct, loading: "eager" | "lazy"): Html {
	const { barcode, brand, preview: shown, facts } = product;
	const picture: Fragment = shown
		? preview(previewAddress(barcode, shown.variant, { version: shown.version }), "", loading)
		: NO_PREVIEW;
	const title = titleOf(product);
	const direction = directionOf(title);
	return html`<li><a class="card" href="${productAddress(barcode)}"><span class="picture">${picture}</span><span class="name" dir="${direction}">${linesOf(title)}</span>${brand === undefined ? undefined : html`<span class="brand" dir="${direction}"><bdi>${brand}</bdi></span>`}${factsLine(facts)}</a></li>`;
}

/** A name, on two lines if it holds two scripts. */
export function linesOf(name: string): Html {
	const names = namesIn(name);
	return names.length === 1
		? html`<bdi>${name}</bdi>`
		: html`${names.map((each) => html`<span class="script"><bdi>${each}</bdi></span>`)}`;
}

/** What is known of a product, in one line. */
export function factsLine(facts: readonly string[]): Fragment {
	return facts.length === 0
		? undefined
		: html`<span class="known">${facts.map((fact, place) => html`${place === 0 ? "" : " · "}<bdi>${fact}</bdi>`)}</span>`;
}

/** Brands, each with the number of its products. @param layout `row`: narrow screens have them in one line, which scrolls. */
export function brandLinks(brands: readonly BrandCount[], layout: "" | "row" = ""): Html {
	return html`<ul class="chips ${layout}">${brands.map(({ name, products }) => html`<li><a dir="auto" href="${brandAddress(name)}">${name} <span>${products.toLocaleString("en")}</span></a></li>`)}</ul>`;
}

export function brandAddress(brand: string): string {
	return `/products?${new URLSearchParams({ brand })}`;
}
