import { metadataFieldsText, metadataText, variantsText } from "../reading/availability.ts";
import type { Paging } from "./list-products.ts";
import type { ListedProduct } from "./listing-query.ts";

/** What the rows of a listing contain besides barcode and variants. */
export type RowDetail = "variants" | "metadata" | "fields";

/** The member `data` of a listing's answer (SPEC 2.9), as JSON text. */
export function dataMember(rows: readonly ListedProduct[], detail: RowDetail): string {
	return `"data":[${rows.map((row) => rowText(row, detail)).join(",")}]`;
}

/** The member `pagination` of a numbered page (SPEC 2.9), as JSON text. */
export function pageMember(total: number, { page, perPage }: Paging): string {
	const totalPages = Math.ceil(total / perPage);
	return `"pagination":{"page":${page},"per_page":${perPage},"total":${total},"total_pages":${totalPages}}`;
}

function rowText(row: ListedProduct, detail: RowDetail): string {
	const metadata = detail === "variants" ? "" : `,"metadata":${metadataText(row)}`;
	const fields = detail === "fields" ? `,"metadata_fields":${metadataFieldsText(row)}` : "";
	return `{"barcode":"${row.barcode}","variants":${variantsText(row.variants)}${metadata}${fields}}`;
}
