import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { type CertificateContent, contentOf, validity } from "./given.ts";
import "./tables.ts";

/** The lists that certificates are looked through in. */
export const CERTIFICATE_LISTS = ["days_30", "days_60", "days_90", "ended", "unchecked"] as const;
export type CertificateList = (typeof CERTIFICATE_LISTS)[number];

/** The day some days from a time on. */
export function dayOf(atMs: number, days = 0): string {
	return isoTime(atMs + days * DAY_MS).slice(0, 10);
}

interface ListRules {
	readonly nowMs: number;
	/** A certificate is to be looked at again after so many days. */
	readonly checkAfterDays: number;
}

/** Certificates of a list that any product rests on: of the others nothing depends. */
function listed(
	{ read }: Pick<Database, "read">,
	list: CertificateList,
	{ nowMs, checkAfterDays }: ListRules,
) {
	const today = dayOf(nowMs);
	const ends = (from: string, to: string) => (is: ExpressionBuilder<Tables, "certificate">) =>
		is.and([is("valid_until", ">=", from), is("valid_until", "<=", to)]);
	const conditions = {
		days_30: ends(today, dayOf(nowMs, 30)),
		days_60: ends(dayOf(nowMs, 31), dayOf(nowMs, 60)),
		days_90: ends(dayOf(nowMs, 61), dayOf(nowMs, 90)),
		ended: (is: ExpressionBuilder<Tables, "certificate">) => is("valid_until", "<", today),
		unchecked: (is: ExpressionBuilder<Tables, "certificate">) =>
			is.and([
				is.or([is("valid_until", "is", null), is("valid_until", ">=", today)]),
				is.or([is("checked_on", "is", null), is("checked_on", "<", dayOf(nowMs, -checkAfterDays))]),
			]),
	};
	return withProducts(read.selectFrom("certificate").where(conditions[list]));
}

function withProducts<O>(query: SelectQueryBuilder<Tables, "certificate", O>) {
	return query.where(({ exists, selectFrom }) =>
		exists(
			selectFrom("certificate_product")
				.select("certificate_product.barcode")
				.whereRef("certificate_product.certificate_id", "=", "certificate.certificate_id"),
		),
	);
}

export function countListed(
	db: Pick<Database, "read">,
	list: CertificateList,
	rules: ListRules,
): Promise<number> {
	return countRows(listed(db, list, rules)).then(Number);
}

/** A certificate, with its state today and the number of products that rest on it. */
export interface ListedCertificate extends CertificateContent {
	readonly status: ReturnType<typeof validity>;
	readonly products: number;
}

export async function listCertificates(
	db: Pick<Database, "read">,
	list: CertificateList,
	{ limit, skipped, ...rules }: ListRules & { readonly limit: number; readonly skipped: number },
): Promise<ListedCertificate[]> {
	const query = listed(db, list, rules).limit(limit).offset(skipped);
	return described(db, await inOrder(query).selectAll().execute(), dayOf(rules.nowMs));
}

/** All certificates, or those that end within some days, the first to end first. */
export async function allCertificates(
	db: Pick<Database, "read">,
	{ nowMs, endingDays }: { readonly nowMs: number; readonly endingDays?: number | undefined },
): Promise<ListedCertificate[]> {
	const today = dayOf(nowMs);
	let query = db.read.selectFrom("certificate");
	if (endingDays !== undefined)
		query = query.where("valid_until", ">=", today).where("valid_until", "<=", dayOf(nowMs, endingDays));
	return described(db, await inOrder(query).selectAll().execute(), today);
}

/** The first to end first; those without an end come last on either engine. */
function inOrder<O>(query: SelectQueryBuilder<Tables, "certificate", O>) {
	return query
		.orderBy(({ fn, val }) => fn.coalesce("valid_until", val("9999-99-99")))
		.orderBy("certificate_id");
}

async function described(
	{ read }: Pick<Database, "read">,
	rows: readonly CertificateContent[],
	today: string,
): Promise<ListedCertificate[]> {
	const counts = await read
		.selectFrom("certificate_product")
		.select(({ fn }) => ["certificate_id", fn.countAll<number>().as("products")])
		.where("certificate_id", "in", ["", ...rows.map((row) => row.certificate_id)])
		.groupBy("certificate_id")
		.execute();
	const products = new Map(counts.map((each) => [each.certificate_id, Number(each.products)]));
	return rows.map((row) => ({
		...contentOf(row),
		status: validity(row, today),
		products: products.get(row.certificate_id) ?? 0,
	}));
}

/** Products that rest on a certificate, in the order of their barcodes. */
export async function productsOnCertificate(
	{ read }: Pick<Database, "read">,
	certificateId: string,
	{ after = "", limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<string[]> {
	const rows = await read
		.selectFrom("certificate_product")
		.select("barcode")
		.where("certificate_id", "=", certificateId)
		.where("barcode", ">", after)
		.orderBy("barcode")
		.limit(limit)
		.execute();
	return rows.map(({ barcode }) => barcode);
}
