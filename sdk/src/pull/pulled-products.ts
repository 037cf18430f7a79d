import type { ProductMeta, Variant } from "../product-types.ts";
import type { PullFolder } from "./folder.ts";
import { presentOf } from "./holdings.ts";
import type { ListedLine } from "./listed-products.ts";
import type { FolderOrder } from "./order-files.ts";
import { PRODUCT_SCOPES, VARIANTS } from "./wanted.ts";

/** A product of the list with everything that the folder has of it, whichever orders bought it. */
export interface PulledProduct {
	readonly barcode: string;
	/** Metadata in import format: by scope, only those that were bought. */
	readonly scopes: { readonly [Scope in (typeof PRODUCT_SCOPES)[number]]?: unknown };
	/** The same in the format of a read. */
	readonly meta: ProductMeta;
	/** Pictures in the folder. */
	readonly pictures: readonly Variant[];
}

/** The fields that an import accepts as `catalog_meta`; the remaining ones at the top of `product_meta` are `info`. */
export const CATALOG_FIELDS: readonly string[] = ["department", "subcategory", "web_description", "variety"];

const SCOPES_OF_THEIR_OWN: readonly string[] = ["hechshers", "nutrition", "ingredients"];

/** The products of a list of which the folder has something, in list order. Where orders overlap, the last one wins. */
export async function pulledProducts(
	folder: PullFolder,
	listed: readonly ListedLine[],
	orders: readonly FolderOrder[],
): Promise<PulledProduct[]> {
	const metadata = new Map<string, Pick<PulledProduct, "scopes" | "meta">>();
	for (const { made, products = [] } of orders) {
		const scopesOf = new Map(made?.lines.map(({ barcode, scopes }) => [barcode, scopes]));
		for (const { barcode, product_meta } of products) {
			const before = metadata.get(barcode);
			const bought = PRODUCT_SCOPES.filter((scope) => scopesOf.get(barcode)?.includes(scope));
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
	const barcodes = new Set(listed.flatMap(({ barcode }) => barcode ?? []));
	const products = [...barcodes].map(async (barcode) => {
		const { scopes = {}, meta = {} } = metadata.get(barcode) ?? {};
		return { barcode, scopes, meta, pictures: await presentOf(folder, barcode, VARIANTS) };
	});
	return (await Promise.all(products)).filter(
		({ scopes, pictures }) => Object.keys(scopes).length > 0 || pictures.length > 0,
	);
}

/** The members of `product_meta` that belong to a scope. */
function fieldsOf(meta: ProductMeta, scope: (typeof PRODUCT_SCOPES)[number]): ProductMeta {
	const scopeOf = (field: string) => {
		if (SCOPES_OF_THEIR_OWN.includes(field)) return field;
		return CATALOG_FIELDS.includes(field) ? "catalog_meta" : "info";
	};
	return Object.fromEntries(Object.entries(meta).filter(([field]) => scopeOf(field) === scope));
}
