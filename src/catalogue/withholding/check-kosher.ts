import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { walk } from "../../platform/db/walk.ts";
import { linksOf, storedHechshers } from "../certificates/links.ts";
import { rulesOf } from "./of-products.ts";
import { isWithheld, withheldText } from "./withheld.ts";

/** What `doctor` finds in what products hold of certificates and alerts (SPEC E12). */
export interface KosherCheck {
	readonly certificates: number;
	readonly alerted: number;
	readonly faults: readonly string[];
}

const PRODUCTS_AT_ONCE = 500;
const COLUMNS = ["barcode", "hechshers", "hechshers_as_given", "withheld", "certificates"] as const;

/** Derives anew what of each product is withheld and served, and which products rest on which certificate, and compares it with what is stored. */
export async function checkKosher(db: Pick<Database, "scan" | "traits">): Promise<KosherCheck> {
	const { scan } = db;
	const faults: string[] = [];
	for await (const rows of walk(scan.selectFrom("product").select(COLUMNS), "barcode", PRODUCTS_AT_ONCE)) {
		const found = await faultsOf(db, rows);
		if (found.size === 0) continue;
		// A server may have written between these reads.
		const again = await scan
			.selectFrom("product")
			.select(COLUMNS)
			.where(db.traits.isInList("barcode", [...found.keys()]))
			.execute();
		for (const problems of (await faultsOf(db, again)).values()) faults.push(...problems);
	}
	const gone = await scan
		.selectFrom("certificate_product as resting")
		.leftJoin("product", "product.barcode", "resting.barcode")
		.select(["resting.barcode", "certificate_id"])
		.where("product.barcode", "is", null)
		.execute();
	faults.push(
		...gone.map(
			({ barcode, certificate_id }) =>
				`${barcode} is listed with certificate ${certificate_id}, but is not in the catalogue`,
		),
	);
	return {
		certificates: await countRows(scan.selectFrom("certificate")),
		alerted: await countRows(scan.selectFrom("alerted_product")),
		faults,
	};
}

type Row = Parameters<typeof storedHechshers>[0] &
	Parameters<typeof linksOf>[0] & { readonly barcode: string; readonly withheld: string | null };

async function faultsOf(
	{ scan, traits }: Pick<Database, "scan" | "traits">,
	rows: readonly Row[],
): Promise<Map<string, string[]>> {
	const barcodes = rows.map(({ barcode }) => barcode);
	const rules = await rulesOf(scan, barcodes);
	const resting = await scan
		.selectFrom("certificate_product")
		.leftJoin("certificate", "certificate.certificate_id", "certificate_product.certificate_id")
		.select(["barcode", "certificate_product.certificate_id", "certificate.certificate_id as known"])
		.where(traits.isInList("barcode", barcodes))
		.execute();
	const found = new Map<string, string[]>();
	for (const row of rows) {
		const { barcode } = row;
		const listed = resting.filter((each) => each.barcode === barcode);
		const problems = [
			...withholdingFaults(row, rules(barcode)),
			...linkFaults(
				row,
				listed.map(({ certificate_id }) => certificate_id),
			),
			...listed
				.filter(({ known }) => known === null)
				.map(({ certificate_id }) => `${barcode} rests on certificate ${certificate_id}, which there is not`),
		];
		if (problems.length > 0) found.set(barcode, problems);
	}
	return found;
}

function* withholdingFaults(
	row: Row,
	rules: ReturnType<Awaited<ReturnType<typeof rulesOf>>>,
): Generator<string> {
	const { barcode, withheld, hechshers } = row;
	const wanted = withheldText(rules);
	if (withheld !== wanted)
		yield `${barcode} notes that ${withheld ?? "nothing"} is withheld, its alerts withhold ${wanted ?? "nothing"}`;
	const open = storedHechshers(row).filter((hechsher) => !isWithheld(rules, hechsher));
	if (JSON.stringify(open) !== (hechshers ?? "[]"))
		yield `${barcode} does not serve just the hechshers that no alert withholds`;
}

function* linkFaults(row: Row, listed: readonly string[]): Generator<string> {
	const linked = [...new Set(linksOf(row).map(({ certificateId }) => certificateId))].sort();
	if (JSON.stringify(linked) !== JSON.stringify([...listed].sort()))
		yield `${row.barcode} rests on ${linked.join(", ") || "no certificate"}, but is listed with ${listed.join(", ") || "none"}`;
}
