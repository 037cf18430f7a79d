import type { ProductMeta, Variant } from "@packshot/sdk";
import { PRODUCT_META_SCOPES, type ProductMetaScope, VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import type { ShopProduct } from "../../src/orders/shop-files/shop-product.ts";
import { type PullFolder, pictureName } from "./folder.ts";
import { presentOf } from "./holdings.ts";
import type { ListedLine } from "./listed-products.ts";
import type { FolderOrder } from "./order-files.ts";

/** A product of the list with everything that the folder has of it, whichever orders bought it. */
export interface PulledProduct extends ShopProduct {
	/** Metadata in import format: by scope, only those that were bought. */
	readonly scopes: { readonly [Scope in ProductMetaScope]?: unknown };
	/** The same in the format of a read. */
	readonly meta: ProductMeta;
	/** Pictures in the folder. */
	readonly variants: readonly Variant[];
}

/** The fields that an import accepts as `catalog_meta`; the remaining ones at the top of `product_meta` are `info`. */
export const CATALOG_FIELDS: readonly string[] = ["department", "subcategory", "web_description", "variety"];

const SCOPES_OF_THEIR_OWN: readonly string[] = ["hechshers", "nutrition", "ingredients"];

type Metadata = Pick<PulledProduct, "scopes" | "meta">;

/** What orders bought of products, by barcode. Where they overlap, the last one wins. */
export function metadataOf(orders: readonly FolderOrder[]): ReadonlyMap<string, Metadata> {
	const metadata = new Map<string, Metadata>();
	for (const { made, products = [] } of orders) {
		const scopesOf = new Map(made?.lines.map(({ barcode, scopes }) => [barcode, scopes]));
		for (const { barcode, product_meta } of products) {
			const before = metadata.get(barcode);
			const bought = PRODUCT_META_SCOPES.filter((scope) => scopesOf.get(barcode)?.includes(scope));
			const fields = bought.map((scope) => [scope, fieldsOf(product_meta ?? {}, scope)] as const);
			const scopes = Object.fromEntries(
				fields.map(([scope, of]) => [
					scope,
					SCOPES_OF_THEIR_OWN.includes(scope) ? of[scope as keyof ProductMeta] : of,
				]),
			);
			metadata.set(barcode, {
				scopes: { ...before?.scopes, ...scopes },
				meta: Object.assign({}, before?.meta, ...fields.map(([, of]) => of)),
			});
		}
	}
	return metadata;
}

/** The products of a list with what the folder has of them, in list order. */
export async function pulledProducts(
	folder: PullFolder,
	listed: readonly ListedLine[],
	orders: readonly FolderOrder[],
): Promise<PulledProduct[]> {
	const metadata = metadataOf(orders);
	const barcodes = new Set(listed.flatMap(({ barcode }) => barcode ?? []));
	const products = [...barcodes].map(async (barcode): Promise<PulledProduct> => {
		const { scopes = {}, meta = {} } = metadata.get(barcode) ?? {};
		const variants = await presentOf(folder, barcode, VARIANTS);
		const pictures = variants.flatMap((variant) => pictureName(folder, barcode, variant) ?? []);
		return { barcode, scopes, meta, variants, pictures };
	});
	return Promise.all(products);
}

/** The members of `product_meta` that belong to a scope. */
function fieldsOf(meta: ProductMeta, scope: ProductMetaScope): ProductMeta {
	const scopeOf = (field: string) => {
		if (SCOPES_OF_THEIR_OWN.includes(field)) return field;
		return CATALOG_FIELDS.includes(field) ? "catalog_meta" : "info";
	};
	return Object.fromEntries(Object.entries(meta).filter(([field]) => scopeOf(field) === scope));
}
