import { metadataFieldsText, metadataText, variantsText } from "./availability.ts";
import type { Paging, ProductPage } from "./list-products.ts";
import type { ListedProduct } from "./listing-query.ts";

/** What the rows of a listing contain beside barcode and variants. */
export type RowDetail = "variants" | "metadata" | "fields";

/** The members `data` and `pagination` of a listing's answer (SPEC 2.9), as JSON text. */
export function listingMembers(
	{ rows, total }: ProductPage,
	{ page, perPage }: Paging,
	detail: RowDetail,
): { data: string; pagination: string } {
	const totalPages = Math.ceil(total / perPage);
	return {
		data: `"data":[${rows.map((row) => rowText(row, detail)).join(",")}]`,
		pagination: `"pagination":{"page":${page},"per_page":${perPage},"total":${total},"total_pages":${totalPages}}`,
	};
}

function rowText(row: ListedProduct, detail: RowDetail): string {
	const metadata = detail === "variants" ? "" : `,"metadata":${metadataText(row)}`;
	const fields = detail === "fields" ? `,"metadata_fields":${metadataFieldsText(row)}` : "";
	return `{"barcode":"${row.barcode}","variants":${variantsText(row.variants)}${metadata}${fields}}`;
}
