import type { LineItem } from "../../billing/prices/priced.ts";
import type { ClientPolicy } from "../../clients/policy/client.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { catalogueErrors, productNotFound, scopeForbidden } from "../errors.ts";
import { type Locks, locksOf, NO_LOCKS, redactedPaths } from "../fields/locks.ts";
import { hasOpenData, type MaskedRow } from "../fields/masks.ts";
import {
	METADATA_SCOPES,
	PRODUCT_META_SCOPES,
	type Scope,
	VARIANTS,
	type Variant,
	variantBit,
} from "../fields/scopes.ts";
import { type OpenInfo, withoutLockedOverrides } from "../stored/locked-overrides.ts";
import { productMetaText } from "../stored/product-meta.ts";
import { type ServedProduct, scopeBits } from "../stored/served-product.ts";
import { replaceScopeText, textOf } from "../stored/served-text.ts";
import { chosenImageMeta, describesChosen, type FileChoice } from "../stored/sized-image-meta.ts";
import type { ProductSelection } from "./product-query.ts";

/** The part of a client that determines what it may read of the catalogue. */
export type Reader = Pick<ClientPolicy, "locks" | "barcodePrefixes" | "brands" | "departments" | "watermark">;

/** The caller who requests a product, and the generation of the catalogue, if known. */
export interface ProductCaller {
	readonly client: Reader;
	readonly generation?: string;
}

/** Finds a product that the reader's scope filter admits (SPEC D3 and SPEC D41). @throws HttpError 403 `out_of_scope`, 404 `not_found`. */
export function findReadable<Product extends Labelled>(
	find: (barcode: string, generation?: string) => MaybePromise<Product | undefined>,
	reader: Reader,
	barcode: string,
	generation?: string,
): MaybePromise<Product> {
	const { barcodePrefixes } = reader;
	if (barcodePrefixes.length > 0 && !barcodePrefixes.some((prefix) => barcode.startsWith(prefix))) {
		throw catalogueErrors.out_of_scope();
	}
	const product = find(barcode, generation);
	if (product instanceof Promise) return product.then((found) => readable(found, reader));
	return readable(product, reader);
}

/** The part of a product that scope filters look at. */
type Labelled = Pick<ServedProduct, "brand" | "department">;

function readable<Product extends Labelled>(
	product: Product | undefined,
	{ brands, departments }: Reader,
): Product {
	if (!product) throw productNotFound();
	if (brands.length > 0 && !brands.includes(product.brand ?? "")) throw catalogueErrors.out_of_scope();
	if (departments.length > 0 && !departments.includes(product.department ?? ""))
		throw catalogueErrors.out_of_scope();
	return product;
}

/** A product as one reader gets it: the blocks as JSON, and what is billed. */
export interface ProductAnswer {
	/** What was requested. */
	readonly selection: ProductSelection;
	/** Members of the answer before `images` and `meta`, starting with `barcode`, in UTF-8. */
	readonly members: Buffer;
	/** Variants to issue a URL for; `undefined` if images were not requested. */
	readonly urlVariants: readonly Variant[] | undefined;
	readonly redactedFields: readonly string[];
	readonly lineItems: readonly LineItem[];
}

/** Extracts the answer from a product. @throws HttpError 403 `scope_forbidden` when a requested scope is locked completely. */
export function answerProduct(
	product: ServedProduct,
	selection: ProductSelection,
	reader: Reader,
): ProductAnswer {
	const locks = locksOf(reader.locks);
	requireUnlocked(selection, locks);
	const urlVariants = selection.scopes.has("images")
		? selection.variants.filter(
				(variant) => (product.variants & variantBit(variant)) !== 0 && !locks.variants.has(variant),
			)
		: undefined;
	const open = locks === NO_LOCKS ? undefined : withoutLockedOverrides(product, locks);
	const masks = open?.masks ?? product.masks;
	const files = { sizePx: selection.sizePx, plain: reader.watermark !== "required" };
	return {
		selection,
		members: membersOf(product, selection.scopes, { locks, open, files }),
		urlVariants,
		redactedFields: redacted(selection, locks, masks),
		lineItems: lineItemsOf(
			locks === NO_LOCKS
				? product.dataScopes & requestedBits(selection.scopes)
				: billedScopes(masks, selection.scopes, locks),
			urlVariants?.length ?? 0,
		),
	};
}

/** The scopes that are requested and billed, as `scopeBits`. */
function billedScopes(masks: MaskedRow, scopes: ReadonlySet<Scope>, { fields }: Locks): number {
	return scopeBits((scope) => scopes.has(scope) && hasOpenData(masks, scope, fields.get(scope)));
}

function requestedBits(scopes: ReadonlySet<Scope>): number {
	return scopeBits((scope) => scopes.has(scope));
}

const lineItemLists = new Map<number, readonly LineItem[]>();

/** The same scopes and number of images yield the same list object, so that its price is computed only once. */
function lineItemsOf(scopes: number, images: number): readonly LineItem[] {
	const key = scopes * (VARIANTS.length + 1) + images;
	let lineItems = lineItemLists.get(key);
	if (!lineItems) {
		lineItems = [
			...METADATA_SCOPES.filter((_, place) => (scopes & (1 << place)) !== 0).map(
				(scope) => ({ action: `products.get.${scope}`, quantity: 1 }) as const,
			),
			...(images > 0 ? [{ action: "products.get.per_image", quantity: images } as const] : []),
		];
		lineItemLists.set(key, lineItems);
	}
	return lineItems;
}

const NONE_REDACTED: readonly string[] = [];

/** Names all requested scopes that are locked in one error (SPEC D21). */
function requireUnlocked(selection: ProductSelection, locks: Locks): void {
	if (locks === NO_LOCKS) return;
	const blocked = [...selection.scopes].filter((scope) => locks.scopes.has(scope));
	if (blocked.length > 0) throw scopeForbidden(blocked);
}

function redacted(selection: ProductSelection, locks: Locks, masks: MaskedRow): readonly string[] {
	if (locks === NO_LOCKS) return NONE_REDACTED;
	const images = selection.scopes.has("images")
		? selection.variants
				.filter((variant) => (masks.variants & variantBit(variant)) !== 0 && locks.variants.has(variant))
				.map((variant) => `images.${variant}`)
		: [];
	return [...redactedPaths(locks, selection.scopes, masks), ...images];
}

/** How a reader's answer differs from the stored one. */
interface Departures {
	readonly locks: Locks;
	readonly open: OpenInfo | undefined;
	/** The files that `image_meta` has to describe. */
	readonly files: FileChoice;
}

/** A reader without locks who requests everything gets the finished bytes, with `image_meta` adjusted if other files are described. */
function membersOf(
	product: ServedProduct,
	scopes: ReadonlySet<Scope>,
	{ locks, open, files }: Departures,
): Buffer {
	if (locks === NO_LOCKS && METADATA_SCOPES.every((scope) => scopes.has(scope))) {
		if (describesChosen(product, files)) return product.text.whole;
		return replaceScopeText(product.text, "image_meta", imageMetaOf(product, files));
	}
	const members = [
		`"barcode":"${product.barcode}"`,
		...imageMetaMember(product, scopes, locks, files),
		...productMetaMember(product, scopes, locks, open),
	];
	return Buffer.from(members.join(","));
}

function productMetaMember(
	{ text }: ServedProduct,
	scopes: ReadonlySet<Scope>,
	locks: Locks,
	open: OpenInfo | undefined,
): string[] {
	const wanted = PRODUCT_META_SCOPES.filter((scope) => scopes.has(scope));
	if (wanted.length === 0) return [];
	const members = Object.fromEntries(
		wanted.map((scope) => [scope, (scope === "info" && open?.info) || textOf(text, scope)]),
	);
	return [`"product_meta":${productMetaText(members, scopes, locks.productMeta)}`];
}

function imageMetaOf(product: ServedProduct, files: FileChoice): string {
	const imageMeta = textOf(product.text, "image_meta");
	return describesChosen(product, files) ? imageMeta : chosenImageMeta(imageMeta, product, files);
}

function imageMetaMember(
	product: ServedProduct,
	scopes: ReadonlySet<Scope>,
	locks: Locks,
	files: FileChoice,
): string[] {
	if (!scopes.has("image_meta")) return [];
	const imageMeta = imageMetaOf(product, files);
	const locked = locks.fields.get("image_meta");
	return [`"image_meta":${locked ? withoutFields(imageMeta, locked) : imageMeta}`];
}

function withoutFields(text: string, fields: readonly string[]): string {
	const block: Record<string, Record<string, unknown> | null> = JSON.parse(text);
	for (const entry of Object.values(block)) {
		if (entry) for (const field of fields) delete entry[field];
	}
	return JSON.stringify(block);
}
