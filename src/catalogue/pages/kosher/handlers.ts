import { handlers } from "../../../pages/call.ts";
import { paginationOf, pagingOf } from "../../../pages/pagination.ts";
import { changePortalSettings, readPortalSettings } from "../../../people/portal-settings.ts";
import type { Database } from "../../../platform/db/database.ts";
import { countRows, findRow } from "../../../platform/db/rows.ts";
import { badRequest, commonErrors } from "../../../platform/http/http-error.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import {
	CERTIFICATE_LISTS,
	countListed,
	dayOf,
	type ListedCertificate,
	listCertificates,
	productsOnCertificate,
} from "../../certificates/list-certificates.ts";
import { setAndTell } from "../../certificates/set-certificates.ts";
import { listUncertified } from "../../certificates/uncertified.ts";
import { countHechshers } from "../../search/list-hechshers.ts";
import { catalogueRows } from "../editing/rows.ts";
import { type KosherOverview, type KosherProduct, kosherRoutes } from "./contract.ts";

export interface KosherParts {
	readonly db: Database;
	readonly clock: Clock;
}

/** Pictures shown beside a certificate. */
const FIRST = 6;
const PRODUCTS = 50;
const MOST_SYMBOLS = 500;
/** No agency certifies for longer: no list shows an end that was mistyped, until it comes. */
const MOST_YEARS = 10;

/** The page of certificates. */
export function kosherHandlers({ db, clock }: KosherParts) {
	const overview = async (): Promise<KosherOverview> => {
		const { checkAfterDays, knownAgencies } = await readPortalSettings(db.read);
		const rules = { nowMs: clock.now(), checkAfterDays };
		const [counts, uncertified, symbols] = await Promise.all([
			Promise.all(CERTIFICATE_LISTS.map(async (list) => [list, await countListed(db, list, rules)])),
			countUncertified(db),
			countHechshers(db),
		]);
		return {
			check_after_days: checkAfterDays,
			known_agencies: [...knownAgencies],
			symbols: [...symbols.keys()].slice(0, MOST_SYMBOLS),
			counts: Object.fromEntries(counts),
			uncertified,
		};
	};
	return handlers(kosherRoutes)({
		"GET /admin/kosher": overview,
		async "PUT /admin/kosher"({ body, actor }) {
			const { check_after_days: checkAfterDays, known_agencies } = body;
			const symbols = known_agencies?.map((symbol) => symbol.trim()).filter((symbol) => symbol !== "");
			const knownAgencies = symbols && [...new Set(symbols)];
			await db.write(changePortalSettings, { checkAfterDays, knownAgencies, actor });
			return overview();
		},
		async "GET /admin/kosher/certificates"({ query }) {
			const { list = "days_30" } = query;
			const paging = pagingOf(query);
			const { page, perPage: limit } = paging;
			const { checkAfterDays } = await readPortalSettings(db.read);
			const rules = { nowMs: clock.now(), checkAfterDays };
			const [total, rows] = await Promise.all([
				countListed(db, list, rules),
				listCertificates(db, list, { ...rules, limit, skipped: (page - 1) * limit }),
			]);
			return { data: await withFirstProducts(db, rows), pagination: paginationOf(paging, total) };
		},
		async "POST /admin/kosher/certificates"({ body, actor }) {
			const { certificate_ids: ids, valid_until } = body;
			const today = dayOf(clock.now());
			if (valid_until !== undefined && valid_until < today)
				throw badRequest(`valid_until: a renewed certificate ends today, ${today}, or later.`);
			const latest = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`;
			if (valid_until !== undefined && valid_until > latest)
				throw badRequest(`valid_until: a renewed certificate ends on ${latest} or earlier.`);
			const facts = { checked_on: today, ...(valid_until === undefined ? {} : { valid_until }) };
			const outcome = await setAndTell(db, { ids, facts, actor });
			if (outcome.kind === "unknown")
				throw commonErrors.not_found({ message: `There is no certificate ${outcome.id}.` });
			if (outcome.kind === "refused") throw badRequest(`${outcome.reason}.`);
			return { changed: outcome.changed.length };
		},
		async "GET /admin/kosher/products"({ query: { certificate_id, after } }) {
			const paging = { after, limit: PRODUCTS };
			if (certificate_id === undefined) {
				const { products, next } = await listUncertified(db, paging);
				const hechshersOf = new Map(products.map(({ barcode, hechshers }) => [barcode, hechshers]));
				return { data: await shown(db, [...hechshersOf.keys()], hechshersOf), next };
			}
			const barcodes = await productsOnCertificate(db, certificate_id, paging);
			const next = barcodes.length === PRODUCTS ? (barcodes.at(-1) ?? null) : null;
			return { data: await shown(db, barcodes), next };
		},
	});
}

/** Products with hechshers, less those of which any rests on a certificate. */
async function countUncertified({ read }: Database): Promise<number> {
	const counted = findRow(read, "field_count", { field_key: "hechshers" }, ["products"]);
	const certified = countRows(
		read.selectFrom(read.selectFrom("certificate_product").select("barcode").distinct().as("certified")),
	);
	return Math.max(0, Number((await counted)?.products ?? 0) - Number(await certified));
}

async function withFirstProducts(db: Database, rows: readonly ListedCertificate[]) {
	const barcodes = await Promise.all(
		rows.map(({ certificate_id: id }) => productsOnCertificate(db, id, { limit: FIRST })),
	);
	const all = await shown(db, [...new Set(barcodes.flat())]);
	return rows.map((row, place) => ({
		...row,
		first_products: all.filter(({ barcode }) => barcodes[place]?.includes(barcode)),
	}));
}

async function shown(
	db: Database,
	barcodes: readonly string[],
	hechshersOf: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<KosherProduct[]> {
	const rows = await catalogueRows(db, barcodes);
	return rows.map(({ barcode, name, brand, thumbnail }) => ({
		barcode,
		name,
		brand,
		thumbnail,
		hechshers: [...(hechshersOf.get(barcode) ?? [])],
	}));
}
