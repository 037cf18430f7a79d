import type { Selectable } from "kysely";

/** What an agency certifies, as its letter says: hechshers of any number of products rest on it (SPEC E12). Dates are days, UTC. */
export interface CertificateTable {
	/** The operator's text. */
	certificate_id: string;
	symbol: string;
	issued_on: string | null;
	/** The last day on which it holds. */
	valid_until: string | null;
	/** When somebody last looked at the source. */
	checked_on: string | null;
	/** Shown to customers. */
	source: string | null;
	note: string | null;
	/** The `valid_until` whose passing was noticed. */
	passed: string | null;
	/** What its products have not all been told yet, as written by tell-products.ts; null: nothing. */
	untold: string | null;
}

export type CertificateRow = Selectable<CertificateTable>;

/** The products that rest on a certificate, derived from `product.certificates` in the transaction that writes that. */
interface CertificateProductTable {
	certificate_id: string;
	barcode: string;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		certificate: CertificateTable;
		certificate_product: CertificateProductTable;
	}
}
