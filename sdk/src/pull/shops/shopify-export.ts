import { plainName } from "@packshot/tables/column-names";
import { type Cells, csvTable } from "../../../../src/orders/shop-files/csv-rows.ts";
import {
	htmlOf,
	type ImageUrl,
	paragraphsOf,
	titleOf,
} from "../../../../src/orders/shop-files/shop-product.ts";
import type { TableLine } from "../barcode-list.ts";
import {
	cellsOf,
	type ExportColumn,
	type ExportMatch,
	type ExportTable,
	type ExportUpdate,
	firstPictureOf,
	groupedBy,
	hasColumns,
	isFilled,
	picturesOf,
	type ShopExport,
} from "./shop-export.ts";

/**
 * Shopify's product export, with the column names of today and of before 2025. The import overwrites what a column says, with nothing where the cell is
 * empty, and leaves what has no column. It needs handle and title, and takes a product without its options for one without variants: so all variants
 * of a product are written, with their options.
 */
export const shopifyExport: ShopExport = {
	shop: "Shopify",
	fileName: "shopify-update.csv",
	columns: "URL handle (or Handle) and Title",
	isExport: (names) => hasColumns(names, ["URL handle", "Handle"], "Title"),
	isItem,
	update(table, matches, imageUrl) {
		const columns = columnsOf(table);
		const byHandle = groupedBy(matches, ({ row }) => columns.handle?.of(row) ?? "");
		const rowsByHandle = groupedBy(table.rows, (row) => columns.handle?.of(row) ?? "");
		const listings = [...byHandle].map(([handle, updates]): Listing => {
			const rows = rowsByHandle.get(handle) ?? [];
			return { handle, rows, variants: rows.filter((row) => isItem(table, row)), updates };
		});
		return updateOf(columns, listings, imageUrl);
	},
};

/** Further pictures of a product have rows of their own, without options. */
function isItem(table: ExportTable, row: TableLine): boolean {
	const option = table.named("Option1 value");
	return option === undefined || isFilled(option, row);
}

/** A product page of the shop. */
interface Listing {
	readonly handle: string;
	readonly rows: readonly TableLine[];
	readonly variants: readonly TableLine[];
	readonly updates: readonly ExportMatch[];
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(table: ExportTable) {
	const handle = table.named("URL handle", "Handle");
	const isOld = handle !== undefined && plainName(handle.name) === "handle";
	const one = (today: string, before: string) => ({
		name: table.named(today, before)?.name ?? (isOld ? before : today),
		theirs: table.named(today, before),
	});
	return {
		handle,
		title: table.named("Title"),
		text: one("Description", "Body (HTML)"),
		options: [1, 2, 3].flatMap((number) =>
			["name", "value", "linked to"].map((part) => table.named(`Option${number} ${part}`)),
		),
		image: one("Product image URL", "Image Src"),
		position: one("Image position", "Image Position"),
		alt: one("Image alt text", "Image Alt Text"),
		variantImage: one("Variant image URL", "Variant Image"),
	};
}

/** Which columns the file has beside those that identify products and variants. */
interface Change {
	readonly texts: boolean;
	readonly pictures: boolean;
	readonly variantPictures: boolean;
}

function updateOf(columns: Columns, listings: readonly Listing[], imageUrl: ImageUrl): ExportUpdate {
	const sole = listings.filter(({ variants }) => variants.length === 1).flatMap(({ updates }) => updates);
	const several = listings.filter(({ variants }) => variants.length > 1).flatMap(({ updates }) => updates);
	const change: Change = {
		texts: sole.some(({ product }) => paragraphsOf(product).length > 0),
		pictures: sole.some(({ product }) => product.pictures.length > 0),
		variantPictures: several.some(({ product }) => product.pictures.length > 0),
	};
	const untouched = new Map<ExportMatch, string>();
	const rows: Cells[] = [];
	for (const listing of listings) {
		const reasons = listing.updates.map((match) => reasonAgainst(columns, listing, match, change));
		for (const [place, match] of listing.updates.entries()) {
			const reason = reasons[place];
			if (reason !== undefined) untouched.set(match, reason);
		}
		const updates = listing.updates.filter((_, place) => reasons[place] === undefined);
		if (updates.length > 0) rows.push(...rowsOf(columns, { ...listing, updates }, change, imageUrl));
	}
	const { handle, title, text, options, image, position, alt, variantImage } = columns;
	const names = [
		...[handle, title].map((column) => column?.name),
		...(change.texts ? [text.name] : []),
		...options.map((column) => column?.name),
		...(change.pictures ? [image.name, position.name, alt.name] : []),
		...(change.variantPictures ? [variantImage.name] : []),
	].filter((name) => name !== undefined);
	return { ...(rows.length === 0 ? {} : { text: csvTable(names, rows) }), untouched };
}

function reasonAgainst(
	{ text, image, variantImage }: Columns,
	{ handle, variants }: Listing,
	{ product }: ExportMatch,
	{ texts, pictures }: Change,
): string | undefined {
	if (handle.trim() === "") return "its row has no handle";
	const hasText = paragraphsOf(product).length > 0;
	const hasPictures = product.pictures.length > 0;
	const lacks = (name: string) => `the export has no column "${name}", and an import would empty it`;
	if (variants.length > 1) {
		if (!hasPictures)
			return "one of several variants, which have one description together, and no picture was bought";
		if (!variantImage.theirs) return lacks(variantImage.name);
		if (texts && !text.theirs) return lacks(text.name);
		return pictures && !image.theirs ? lacks(image.name) : undefined;
	}
	if (!hasText && !hasPictures) return "neither a text nor a picture was bought";
	if (texts && !hasText && !text.theirs) return lacks(text.name);
	return pictures && !hasPictures && !image.theirs ? lacks(image.name) : undefined;
}

function rowsOf(columns: Columns, listing: Listing, change: Change, imageUrl: ImageUrl): Cells[] {
	const { handle, title, options } = columns;
	const kept: (ExportColumn | undefined)[] = [handle, title, ...options];
	if (change.texts) kept.push(columns.text.theirs);
	if (change.variantPictures) kept.push(columns.variantImage.theirs);
	const [variant] = listing.variants;
	const [update] = listing.updates;
	if (listing.variants.length === 1 && variant && update) {
		const text = htmlOf(paragraphsOf(update.product));
		const images = change.pictures ? imagesOf(columns, listing, update, imageUrl) : [];
		const first = {
			...cellsOf(kept, variant),
			...(text === "" ? {} : { [columns.text.name]: text }),
			...images[0],
		};
		return [first, ...images.slice(1).map((image) => ({ ...cellsOf([handle], variant), ...image }))];
	}
	if (change.pictures) kept.push(columns.image.theirs, columns.position.theirs, columns.alt.theirs);
	const products = new Map(listing.updates.map(({ row, product }) => [row, product]));
	return listing.rows.map((row) => {
		const product = products.get(row);
		const [picture] = product ? firstPictureOf(product, imageUrl) : [];
		return {
			...cellsOf(kept, row),
			...(picture === undefined ? {} : { [columns.variantImage.name]: picture }),
		};
	});
}

function imagesOf(
	{ image, position, alt }: Columns,
	{ rows }: Listing,
	{ product }: ExportMatch,
	imageUrl: ImageUrl,
): Cells[] {
	const theirs = rows.filter((row) => isFilled(image.theirs, row));
	const texts = new Map(theirs.map((row) => [image.theirs?.of(row) ?? "", alt.theirs?.of(row) ?? ""]));
	return picturesOf(product, imageUrl, [...texts.keys()]).map((url, place) => ({
		[image.name]: { asIs: url },
		[position.name]: place + 1,
		[alt.name]: texts.has(url) ? { asIs: texts.get(url) ?? "" } : titleOf(product).slice(0, LONGEST_ALT),
	}));
}

const LONGEST_ALT = 512;
