import { barcodeRanges } from "../catalogue/barcodes/barcode-ranges.ts";
import { createListLookup } from "../catalogue/barcodes/find-products.ts";
import { type ResolvedBarcode, resolveBarcodes } from "../catalogue/barcodes/resolve-barcodes.ts";
import { MASK_COLUMNS, type MaskedRow } from "../catalogue/fields/masks.ts";
import { parseMembers } from "../catalogue/fields/members.ts";
import type { Info } from "../catalogue/fields/schemas.ts";
import { VARIANTS, type Variant } from "../catalogue/fields/scopes.ts";
import { countPassing, listBrands } from "../catalogue/listing/outline.ts";
import { EVERY_PRODUCT, type ProductFilter } from "../catalogue/listing/product-filter.ts";
import type { Reader } from "../catalogue/reading/read-product.ts";
import { scopeFilter } from "../catalogue/reading/scope-filter.ts";
import { placeOf, type SearchPage, searchProducts } from "../catalogue/search/search-products.ts";
import type { FindProduct, ServedProduct } from "../catalogue/stored/served-product.ts";
import { textOf } from "../catalogue/stored/served-text.ts";
import { findVisible } from "../orders/buy/priced-lines.ts";
import { createThumbnailLookup } from "../pictures/store/thumbnail-versions.ts";
import type { Database } from "../platform/db/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import { MINUTE_MS } from "../platform/time/durations.ts";
import type { StorefrontChoices, StorefrontFilter } from "./choices.ts";
import { hechshersToday, type ShownHechsher } from "./hechshers.ts";

/** What is given away of a product in a list. */
export interface PublicProduct {
	readonly barcode: string;
	readonly name: string | undefined;
	readonly brand: string | undefined;
	/** The variant of its preview, and the version of that picture. */
	readonly preview: { readonly variant: Variant; readonly version: string } | undefined;
	/** Empty if the operator does not show them. */
	readonly facts: readonly string[];
}

interface ProductCount {
	/** `undefined` if it is not known, as after the first page of a search. */
	readonly count: number | undefined;
	/** Whether it is an estimate, as that of a search with several pages is. */
	readonly isAbout: boolean;
}

export interface PublicPage extends ProductCount, Omit<SearchPage, "barcodes" | "suggested" | "last"> {
	readonly products: readonly PublicProduct[];
	readonly suggested: readonly PublicProduct[];
	/** The place after which the next page begins, for its address; `undefined` on the last one. */
	readonly next: string | undefined;
}

export interface Listing {
	readonly text: string;
	readonly brand: string | undefined;
	/** `next` of the previous page. */
	readonly after: string | undefined;
	readonly most: number;
}

export interface BrandCount {
	readonly name: string;
	readonly products: number;
}

/** How many products there are, in all and by brand; brands with most products first. */
export interface Outline {
	readonly products: number;
	readonly brands: readonly BrandCount[];
}

/** The part of the catalogue that is public. */
export interface PublicCatalogue {
	readonly filter: ProductFilter;
	/** `undefined` for a product that does not exist or is not public. */
	find(barcode: string): Promise<ServedProduct | undefined>;
	/** @returns `undefined` for a brand or a place that is not public. */
	list(listing: Listing): Promise<PublicPage | undefined>;
	/** Those of some barcodes that are public products, with their names. */
	named(barcodes: readonly string[]): Promise<ReadonlyMap<string, PublicProduct>>;
	resolve(texts: readonly string[]): Promise<ReadonlyMap<string, ResolvedBarcode>>;
	/** What there is of public products. */
	contents(barcodes: readonly string[]): Promise<readonly MaskedRow[]>;
	/** At most ten minutes old: counting takes as long as the catalogue is large. */
	outline(): Promise<Outline>;
}

const OUTLINE_FRESH_MS = 10 * MINUTE_MS;
const UNCOUNTED: ProductCount = { count: undefined, isAbout: false };
const MOST_BRANDS = 1000;

export interface PublicCatalogueParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly findProduct: FindProduct;
	readonly choice: StorefrontFilter;
	readonly site: Pick<StorefrontChoices, "showsFacts">;
}

/** The products that are public. */
export function publicFilter({ brands, departments, barcodePrefixes }: StorefrontFilter): ProductFilter {
	return { ...EVERY_PRODUCT, ranges: barcodeRanges("", barcodePrefixes), brands, departments };
}

/** Reads the catalogue as a reader whose scope filter is the operator's choice of what is public. */
export function createPublicCatalogue({
	db,
	clock,
	findProduct,
	choice,
	site,
}: PublicCatalogueParts): PublicCatalogue {
	const { brands } = choice;
	const visitor: Reader = { locks: [], watermark: "required", ...choice };
	const filter = publicFilter(choice);
	const isPublic = scopeFilter(visitor);
	const lookUp = createListLookup(db, ["brand_number", "department_number"]);
	const findContents = createListLookup(db, MASK_COLUMNS);
	const findPreviews = createThumbnailLookup(db);
	const find = (barcode: string) => findVisible(findProduct, { client: visitor }, barcode);

	async function shown(barcodes: readonly string[]): Promise<PublicProduct[]> {
		const previews = await findPreviews(barcodes);
		const hechshersOf = site.showsFacts ? await hechshersToday({ db, clock }, barcodes) : undefined;
		const products = await Promise.all(barcodes.map(find));
		return products.flatMap((product) => {
			if (!product) return [];
			const preview = previews.get(product.barcode);
			const version = preview && { variant: preview.variant, version: preview.imageId };
			const facts = hechshersOf ? factsOf(product, hechshersOf(product.barcode)) : [];
			return [{ barcode: product.barcode, ...namesOf(product), preview: version, facts }];
		});
	}
	const outline = remembered(() => readOutline(db, filter, find), clock);
	return {
		filter,
		find,
		async list(listing) {
			const { text, brand, after, most } = listing;
			if (brand !== undefined && brands.length > 0 && !brands.includes(brand)) return undefined;
			const reader = brand === undefined ? visitor : { ...visitor, brands: [brand] };
			const asked = { text, fields: {}, scopes: [], variants: [] };
			const place = after === undefined ? undefined : await placeOf(db, asked, reader, after);
			if (after !== undefined && !place) return undefined;
			const { barcodes, suggested, last, ...page } = await searchProducts(db, asked, reader, {
				after: place,
				most,
			});
			return {
				...page,
				products: await shown(barcodes),
				suggested: await shown(suggested),
				next: last && `${last.tier}-${last.barcode}`,
				...(after === undefined && !last
					? { count: barcodes.length, isAbout: false }
					: await countOf(listing, Math.max(page.roughly, barcodes.length), { choice, outline })),
			};
		},
		named: async (barcodes) => new Map((await shown(barcodes)).map((product) => [product.barcode, product])),
		resolve: (texts) =>
			resolveBarcodes(texts, async (candidates) => {
				const found = await lookUp(candidates);
				return new Set(
					[...found].filter(([barcode, labels]) => isPublic(barcode, labels)).map(([one]) => one),
				);
			}),
		contents: async (barcodes) => [...(await findContents(barcodes)).values()],
		outline,
	};
}

async function readOutline(
	db: Database,
	filter: ProductFilter,
	find: (barcode: string) => Promise<ServedProduct | undefined>,
): Promise<Outline> {
	const [products, listed] = await Promise.all([
		countPassing(db, filter),
		listBrands(db, filter, MOST_BRANDS),
	]);
	const brands = await Promise.all(
		listed.map(async ({ barcode, products: ofBrand }) => {
			const product = await find(barcode);
			const name = product && namesOf(product).brand;
			return name === undefined ? [] : [{ name, products: ofBrand }];
		}),
	);
	return { products, brands: brands.flat() };
}

/**
 * From memory where no words are searched for: a visitor's count is not worth a query. The estimate of a search also counts products outside a barcode
 * filter, whose existence must not be revealed.
 */
async function countOf(
	{ text, brand, after }: Listing,
	roughly: number,
	{ choice, outline }: Pick<PublicCatalogueParts, "choice"> & Pick<PublicCatalogue, "outline">,
): Promise<ProductCount> {
	if (text !== "" && (after !== undefined || choice.barcodePrefixes.length > 0)) return UNCOUNTED;
	if (text !== "") return { count: roughly, isAbout: true };
	const { products, brands } = await outline();
	if (brand === undefined) return { count: products, isAbout: false };
	return { count: brands.find(({ name }) => name === brand)?.products, isAbout: false };
}

/** Name and brand, as far as the product has them. */
export function namesOf({ text }: ServedProduct): Pick<PublicProduct, "name" | "brand"> {
	const { product_name, brand } = parseMembers<Partial<Info>>(textOf(text, "info"));
	return { name: product_name || undefined, brand: brand || undefined };
}

/** `OU`, `Dairy`, `Kosher for Passover`, `16 oz`: as far as they are known. Of hechshers, none that an alert withholds or whose certificate has ended. */
export function factsOf(
	{ text }: Pick<ServedProduct, "text">,
	hechshers: readonly ShownHechsher[],
): readonly string[] {
	const { kosher_for_passover, net_weight } = parseMembers<Partial<Info>>(textOf(text, "info"));
	const held = hechshers.filter(({ status }) => status === "current" || status === "unstated");
	const statuses = held.map(({ dairy_meat_pareve: status }) => status && firstUpper(status));
	const facts = [
		...held.map(({ symbol }) => symbol),
		...statuses,
		kosher_for_passover ? "Kosher for Passover" : undefined,
		net_weight,
	];
	return [...new Set(facts.filter((fact) => typeof fact === "string" && fact !== ""))] as string[];
}

function firstUpper(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What a product is called where it has to be called something. */
export function titleOf({ name, brand, barcode }: Omit<PublicProduct, "preview" | "facts">): string {
	return name ?? (brand === undefined ? `Product ${barcode}` : `${brand} ${barcode}`);
}

/** The first variant of those given, in their usual order. */
export function firstOf(variants: ReadonlyMap<Variant, unknown>): Variant | undefined {
	return VARIANTS.find((variant) => variants.has(variant));
}

/** Reads again once the value is old; those who ask meanwhile get the old one. */
function remembered<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
	let known: { value: T; readAtMs: number } | undefined;
	let reading: Promise<T> | undefined;
	function readAgain(): Promise<T> {
		reading ??= read()
			.then((value) => {
				known = { value, readAtMs: clock.now() };
				return value;
			})
			.finally(() => {
				reading = undefined;
			});
		return reading;
	}
	return async () => {
		if (known && Math.abs(clock.now() - known.readAtMs) < OUTLINE_FRESH_MS) return known.value;
		const fresh = readAgain();
		if (!known) return fresh;
		// A failure is for the next one who asks.
		fresh.catch(() => undefined);
		return known.value;
	};
}
