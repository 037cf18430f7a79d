import { plainName } from "@packshot/tables/column-names";
import { type Cells, csvTable } from "../../../src/orders/shop-files/csv-rows.ts";
import { CLAIM_TAGS, type ImageUrl, titleOf } from "../../../src/orders/shop-files/shop-product.ts";
import { asTag, SHOPIFY_TEXTS, shopifyTagsOf } from "../../../src/orders/shop-files/shopify.ts";
import type { TableLine } from "../barcode-list.ts";
import { correctedDescription, correctedTags, correctedText, isKnown, symbolsIn } from "./own-cells.ts";
import {
	cellsOf,
	type ExportColumn,
	type ExportMatch,
	type ExportTable,
	type ExportUpdate,
	firstPictureOf,
	groupedBy,
	hasColumns,
	hasPictures,
	isFilled,
	isOurKey,
	NOTHING_BOUGHT,
	picturesOf,
	type ShopExport,
	wouldEmpty,
} from "./shop-export.ts";

/**
 * Shopify's product export, with the column names of today and of before 2025. The import overwrites what a column says, with nothing where the cell is
 * empty, and leaves what has no column. It needs handle and title, and takes a product without its options for one without variants: so all variants
 * of a product are written, with their options.
 */
export const shopifyExport: ShopExport = {
	shop: "Shopify",
	fileName: (what) => `shopify-${what}.csv`,
	newKey: "URL handle",
	saleColumns: ["Status"],
	columns: "URL handle (or Handle) and Title",
	isExport: (names) => hasColumns(names, ["URL handle", "Handle"], "Title"),
	isItem,
	outOfReach(table, wanted) {
		const { handle } = columnsOf(table);
		const keyOf = (row: TableLine) => handle?.of(row) ?? "";
		const variants = groupedBy(
			table.rows.filter((row) => isItem(table, row)),
			keyOf,
		);
		// Several variants have one description together.
		const isShared = (row: TableLine) => (variants.get(keyOf(row))?.length ?? 0) > 1;
		return (row) => !isFilled(handle, row) || (wanted.variants.size === 0 && isShared(row));
	},
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
		draft: isOld ? "draft" : "Draft",
		title: table.named("Title"),
		text: one("Description", "Body (HTML)"),
		vendor: one("Vendor", "Vendor"),
		type: one("Type", "Type"),
		tags: one("Tags", "Tags"),
		status: one("Status", "Status"),
		options: [1, 2, 3].flatMap((number) =>
			["name", "value", "linked to"].map((part) => table.named(`Option${number} ${part}`)),
		),
		image: one("Product image URL", "Image Src"),
		position: one("Image position", "Image Position"),
		alt: one("Image alt text", "Image Alt Text"),
		variantImage: one("Variant image URL", "Variant Image"),
	};
}

/** What becomes of a product page: cells of the columns that stand once for a page, pictures, and pictures of variants. */
interface Changed extends Listing {
	/** By the column's name. */
	readonly cells: Readonly<Record<string, string>>;
	readonly images: readonly Cells[] | undefined;
	readonly variantImages: ReadonlyMap<TableLine, string>;
	/** Matches that cannot be updated, and why. */
	readonly untouched: ReadonlyMap<ExportMatch, string>;
}

function updateOf(columns: Columns, listings: readonly Listing[], imageUrl: ImageUrl): ExportUpdate {
	const changed = listings.map((listing) => changedListing(columns, listing, imageUrl));
	const { handle, title, text, vendor, type, tags, status, options, image, position, alt, variantImage } =
		columns;
	const single = [text, vendor, type, tags, status].filter(({ name }) =>
		changed.some(({ cells }) => cells[name] !== undefined),
	);
	const pictures = changed.some(({ images }) => images !== undefined) ? [image, position, alt] : [];
	const ofVariants = changed.some(({ variantImages }) => variantImages.size > 0) ? [variantImage] : [];
	const untouched = new Map(changed.flatMap((listing) => [...listing.untouched]));
	const rows: Cells[] = [];
	for (const listing of changed) {
		const updates = listing.updates.filter((match) => !listing.untouched.has(match));
		const { cells, images, variantImages } = listing;
		const lacking = [
			...single.filter(({ name }) => cells[name] === undefined),
			...(images === undefined ? pictures.slice(0, 1) : []),
			...(variantImages.size === 0 && listing.variants.length > 1 ? ofVariants : []),
		].find(({ theirs }) => theirs === undefined);
		for (const match of lacking ? updates : []) untouched.set(match, wouldEmpty(lacking?.name ?? ""));
		if (updates.length === 0 || lacking) continue;
		rows.push(...rowsOf(columns, listing, { single, pictures, ofVariants }));
	}
	const names = [
		...[handle, title].map((column) => column?.name),
		...(single.includes(text) ? [text.name] : []),
		...single.filter((one) => one !== text).map(({ name }) => name),
		...options.map((column) => column?.name),
		...[...pictures, ...ofVariants].map(({ name }) => name),
	].filter((name) => name !== undefined);
	return { ...(rows.length === 0 ? {} : { text: csvTable(names, rows) }), untouched };
}

const NO_CHANGE = { cells: {}, images: undefined, variantImages: new Map(), untouched: new Map() };

function changedListing(columns: Columns, listing: Listing, imageUrl: ImageUrl): Changed {
	const [match] = listing.updates;
	const refused = (reason: string) => new Map(listing.updates.map((update) => [update, reason]));
	if (!match || listing.handle.trim() === "")
		return { ...listing, ...NO_CHANGE, untouched: refused("its row has no handle") };
	if (listing.variants.length > 1)
		return changedVariants(columns, listing, { cells: ownPageTexts(columns, listing), imageUrl });
	const cells = match.isRemoved ? { [columns.status.name]: columns.draft } : textsOf(columns, match);
	const images = match.isRemoved ? undefined : imagesOf(columns, listing, match, imageUrl);
	if (images === undefined && Object.keys(cells).length === 0)
		return { ...listing, ...NO_CHANGE, untouched: refused(NOTHING_BOUGHT) };
	return { ...listing, ...NO_CHANGE, cells, images };
}

/** The texts of a page that our file of new products made, and to which the shop has added variants: they must not name certificates that are gone. */
function ownPageTexts(columns: Columns, { handle, variants, updates }: Listing): Record<string, string> {
	const match = updates.find((update) => isOurKey(handle, update) && !update.isRemoved);
	const [row] = variants;
	if (!match || !row || symbolsIn(columns.text.theirs?.of(row) ?? "").length === 0) return {};
	return textsOf(columns, { ...match, row });
}

/** Variants have a picture each; everything else of their page stays. */
function changedVariants(
	{ variantImage }: Columns,
	listing: Listing,
	{ cells, imageUrl }: { readonly cells: Changed["cells"]; readonly imageUrl: ImageUrl },
): Changed {
	const untouched = new Map<ExportMatch, string>();
	const variantImages = new Map<TableLine, string>();
	for (const match of listing.updates) {
		const theirs = variantImage.theirs?.of(match.row).trim() ?? "";
		const picture = match.isRemoved ? undefined : firstPictureOf(match, imageUrl, theirs);
		if (match.isRemoved)
			untouched.set(match, "one of several variants: take it out of sale in the shop by hand");
		else if (picture === undefined && isOurKey(listing.handle, match) && Object.keys(cells).length > 0)
			continue;
		else if (picture === undefined)
			untouched.set(
				match,
				"one of several variants, which have one description together, and no picture was bought",
			);
		else if (!variantImage.theirs) untouched.set(match, wouldEmpty(variantImage.name));
		else variantImages.set(match.row, picture);
	}
	return { ...listing, ...NO_CHANGE, cells, variantImages, untouched };
}

/** A product's own cells that change, by the column's name. */
function textsOf(
	{ handle, title, text, vendor, type, tags }: Columns,
	match: ExportMatch,
): Record<string, string> {
	const of = (column: { readonly theirs: ExportColumn | undefined }) => column.theirs?.of(match.row) ?? "";
	const isOurs = isOurKey(handle?.of(match.row) ?? "", match);
	const corrected = (column: string, theirs: string) => {
		const textOf = SHOPIFY_TEXTS[column];
		return isOurs && textOf ? correctedText(match, theirs, textOf) : undefined;
	};
	const cells: Record<string, string | undefined> = {
		[title?.name ?? ""]: corrected("Title", title?.of(match.row) ?? ""),
		[text.name]: correctedDescription(match, of(text)),
		[vendor.name]: corrected("Vendor", of(vendor)),
		[type.name]: corrected("Type", of(type)),
		[tags.name]: isOurs ? tagsCell(match, of(tags), of(text)) : undefined,
	};
	const changed = Object.entries(cells).filter((cell): cell is [string, string] => cell[1] !== undefined);
	return Object.fromEntries(changed);
}

/** The description beside them names the certificates that are ours among the tags. */
function tagsCell(match: ExportMatch, theirs: string, description: string): string | undefined {
	const more = [
		...(isKnown(match, "info") ? CLAIM_TAGS : []),
		...(isKnown(match, "hechshers") ? ["dairy", "meat", "pareve", ...symbolsIn(description).map(asTag)] : []),
	];
	const tags = theirs
		.split(",")
		.map((tag) => tag.trim())
		.filter(Boolean);
	return correctedTags(match, tags, { tagsOf: shopifyTagsOf, more })?.join(", ");
}

interface UsedColumns {
	readonly single: readonly Columns["text"][];
	readonly pictures: readonly Columns["image"][];
	readonly ofVariants: readonly Columns["variantImage"][];
}

function rowsOf(
	{ handle, title, options, variantImage }: Columns,
	{ rows, variants, cells, images, variantImages }: Changed,
	{ single, pictures, ofVariants }: UsedColumns,
): Cells[] {
	const theirs = [...single, ...ofVariants].map((column) => column.theirs);
	const kept: (ExportColumn | undefined)[] = [handle, title, ...options, ...theirs];
	const [variant] = variants;
	if (images && variant) {
		const [first, ...others] = images;
		return [
			{ ...cellsOf(kept, variant), ...cells, ...first },
			...others.map((image) => ({ ...cellsOf([handle], variant), ...image })),
		];
	}
	kept.push(...pictures.map((column) => column.theirs));
	const shown = pictures.length > 0 ? rows : variants;
	return (variants.length > 1 ? rows : shown).map((row) => {
		const picture = variantImages.get(row);
		return {
			...cellsOf(kept, row),
			...(row === variant ? cells : {}),
			...(picture === undefined ? {} : { [variantImage.name]: picture }),
		};
	});
}

function imagesOf(
	{ image, position, alt }: Columns,
	{ rows }: Listing,
	match: ExportMatch,
	imageUrl: ImageUrl,
): Cells[] | undefined {
	const theirs = rows.filter((row) => isFilled(image.theirs, row));
	const texts = new Map(theirs.map((row) => [image.theirs?.of(row) ?? "", alt.theirs?.of(row) ?? ""]));
	if (!hasPictures(match, [...texts.keys()])) return undefined;
	return picturesOf(match, imageUrl, [...texts.keys()]).map((url, place) => ({
		[image.name]: { asIs: url },
		[position.name]: place + 1,
		[alt.name]: texts.has(url)
			? { asIs: texts.get(url) ?? "" }
			: titleOf(match.product).slice(0, LONGEST_ALT),
	}));
}

const LONGEST_ALT = 512;
