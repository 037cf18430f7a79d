import type { Database } from "../../platform/db/database.ts";
import type { Reader } from "../reading/read-product.ts";
import { isWithheld, withheldRules } from "../withholding/withheld.ts";
import { type CertificateContent, validity } from "./given.ts";
import { certificateOf, linksOf, type StoredHechsher, storedHechshers } from "./links.ts";
import { readContents } from "./write-certificates.ts";

/** The states of a hechsher, computed when it is read (SPEC E12). */
export const HECHSHER_STATES = ["current", "expired", "unstated", "withdrawn"] as const;
export type HechsherState = (typeof HECHSHER_STATES)[number];

/** The live alerts about a product, as JSON texts. */
export type ProductAlerts = (barcode: string, reader: Reader) => Promise<readonly string[]>;

/** A hechsher, what it rests on, and whether an alert withholds it. */
export interface CertifiedHechsher extends StoredHechsher {
	readonly certificate: CertificateContent | undefined;
	readonly isWithheld: boolean;
}

/** All stored hechshers of a product with their certificates, and what scope filters look at; `undefined` if the product does not exist. */
export async function readCertified(db: Pick<Database, "read">, barcode: string) {
	return (await readAllCertified(db, [barcode])).get(barcode);
}

/** The same of several products, by barcode. */
export async function readAllCertified({ read }: Pick<Database, "read">, barcodes: readonly string[]) {
	const rows = await read
		.selectFrom("product")
		.select(["barcode", "brand", "department"])
		.select(["hechshers", "hechshers_as_given", "withheld", "certificates"])
		.where("barcode", "in", barcodes)
		.execute();
	const contents = await readContents(read, rows);
	return new Map(
		rows.map(({ barcode, brand, department, ...row }) => {
			const links = linksOf(row);
			const rules = withheldRules(row.withheld);
			const hechshers = storedHechshers(row).map(
				(each): CertifiedHechsher => ({
					...each,
					certificate: contents.get(certificateOf(each, links) ?? ""),
					isWithheld: isWithheld(rules, each),
				}),
			);
			return [barcode, { brand, department, hechshers }];
		}),
	);
}

/** The state of a hechsher on a day. */
export function stateOf({ isWithheld, certificate }: CertifiedHechsher, today: string): HechsherState {
	return isWithheld ? "withdrawn" : validity(certificate, today);
}

/** A hechsher as the kosher record has it. */
export function recordOf(hechsher: CertifiedHechsher, status: HechsherState) {
	const { symbol, org = null, dairy_meat_pareve = null, additional_designation = null } = hechsher;
	const { certificate } = hechsher;
	return {
		symbol,
		org,
		dairy_meat_pareve,
		additional_designation,
		status,
		certificate: certificate
			? {
					certificate_id: certificate.certificate_id,
					issued_on: certificate.issued_on,
					valid_until: certificate.valid_until,
					checked_on: certificate.checked_on,
					source: certificate.source,
				}
			: null,
	};
}
