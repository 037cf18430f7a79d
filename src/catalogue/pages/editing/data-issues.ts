import { readPortalSettings } from "../../../people/portal-settings.ts";
import {
	countNotes,
	countUnmarkable,
	unmarkable,
	withNote,
} from "../../../pictures/store/flagged-pictures.ts";
import { ALL_NOTES } from "../../../pictures/store/quality-notes.ts";
import type { Database } from "../../../platform/db/database.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import { listStoredShort } from "../../barcodes/stored-short.ts";
import { CONFLICTS, type ConflictKind, conflictsOf, NOTES } from "../../conflicts/conflicts.ts";
import { ALL_PRODUCTS } from "../../fields/field-counts.ts";
import { isScope, METADATA_SCOPES } from "../../fields/scopes.ts";
import { EVERY_PRODUCT } from "../../listing/product-filter.ts";
import { facets, fieldFacet } from "../../search/facets.ts";
import { findTexts } from "../../search/find-texts.ts";
import { countHechshers } from "../../search/list-hechshers.ts";
import type { CatalogueRow, IssueSummary } from "./contract.ts";
import { listPairs } from "./pairs.ts";
import { catalogueRows } from "./rows.ts";
import { type FoundBarcodes, listed, nextOf, type Paging, placeOf } from "./search.ts";

type Kind = IssueSummary["data"][number];

/** Pairs that are counted. */
const MOST_PAIRS = 200;

/** Products without their leading zeros that are counted. */
const MOST_SHORT = 1000;

/** The products whose search text has one of some facets. */
const having = (...either: string[]) => ({ words: [], facets: [either], barcodePrefixes: [] });

/** Counts of data issues, by kind; kinds without any are left out. */
export async function issueSummary(db: Database): Promise<Kind[]> {
	const [counts, misread, conflicts, notes, unmarked, rare, unknown, same, short] = await Promise.all([
		db.read.selectFrom("field_count").selectAll().execute(),
		findTexts(db, having(facets.wrongCheckDigit), { after: undefined, most: 1 }),
		Promise.all(
			CONFLICTS.map(async (name) => ({
				name,
				found: await findTexts(db, having(facets.conflict(name)), { after: undefined, most: 1 }),
			})),
		),
		countNotes(db),
		countUnmarkable(db),
		rareHechshers(db),
		unknownAgencies(db),
		listPairs(db.scan, { limit: MOST_PAIRS }),
		listStoredShort(db.scan, { limit: MOST_SHORT }),
	]);
	const count = (key: string) => Number(counts.find(({ field_key }) => field_key === key)?.products ?? 0);
	const kind = (name: string, group: Kind["group"], of: number, is_about = false): Kind[] =>
		of > 0 ? [{ kind: name, group, count: of, is_about }] : [];
	return [
		...METADATA_SCOPES.flatMap((scope) =>
			kind(`missing:${scope}`, "missing", count(ALL_PRODUCTS) - count(scope)),
		),
		...kind("leading_zeros", "barcode", same.pairs.length, same.next !== null),
		...kind("stored_short", "barcode", short.products.length, short.next !== null),
		...kind("check_digit", "barcode", misread.roughly, misread.last !== undefined),
		...ALL_NOTES.flatMap((note) => kind(`note:${note}`, "quality", notes.get(note) ?? 0)),
		...conflicts.flatMap(({ name, found }) =>
			kind(
				`conflict:${name}`,
				NOTES.includes(name) ? "custom" : "conflict",
				found.roughly,
				found.last !== undefined,
			),
		),
		...kind("unmarkable", "mark", unmarked),
		...kind(
			"agency_unknown",
			"custom",
			[...unknown.values()].reduce((sum, count) => sum + count, 0),
			true,
		),
		...kind("hechsher_once", "hechsher", rare.size),
	];
}

interface IssuePage {
	readonly data: CatalogueRow[];
	readonly next: string | null;
}

/** The products of one kind, with what is doubtful about each. @throws HttpError 404 for an unknown kind. */
export async function issuePage(db: Database, kind: string, paging: Paging): Promise<IssuePage> {
	const [name = "", of = ""] = kind.split(":");
	if (name === "missing" && isScope(of) && of !== "images") {
		return pageOf(db, await listed(db, { ...EVERY_PRODUCT, missing: [of] }, paging));
	}
	const conflict = CONFLICTS.find((known) => name === "conflict" && known === of);
	if (conflict) return conflictPage(db, conflict, paging);
	if (kind === "check_digit") return pageOf(db, await withFacet(db, facets.wrongCheckDigit, paging));
	if (kind === "stored_short") return shortPage(db, paging);
	const note = ALL_NOTES.find((known) => name === "note" && known === of);
	if (note) return picturesPage(db, await withNote(db, note, paging), paging);
	if (kind === "unmarkable") return picturesPage(db, await unmarkable(db, paging), paging);
	if (kind === "agency_unknown") return unknownAgencyPage(db, paging);
	if (kind === "hechsher_once") return rarePage(db);
	throw commonErrors.not_found({ message: "There is no such list." });
}

async function pageOf(db: Database, { barcodes, next }: Pick<FoundBarcodes, "barcodes" | "next">) {
	return { data: await catalogueRows(db, barcodes), next };
}

async function withFacet(db: Database, either: string | readonly string[], { after, limit }: Paging) {
	const from = after === undefined ? undefined : placeOf(after);
	const { barcodes, last } = await findTexts(db, having(...[either].flat()), { after: from, most: limit });
	return { barcodes, next: nextOf(last) };
}

/** Each with the two facts. */
async function conflictPage(db: Database, kind: ConflictKind, paging: Paging): Promise<IssuePage> {
	const { barcodes, next } = await withFacet(db, facets.conflict(kind), paging);
	const products =
		barcodes.length === 0
			? []
			: await db.read.selectFrom("product").selectAll().where("barcode", "in", barcodes).execute();
	const found = new Map(
		products.map((product) => [product.barcode, conflictsOf(product).find((each) => each.kind === kind)]),
	);
	const rows = (await catalogueRows(db, barcodes)).filter(({ barcode }) => found.get(barcode));
	return { data: rows.map((row) => ({ ...row, remarks: [...(found.get(row.barcode)?.facts ?? [])] })), next };
}

/** Each with the barcode that it would have. */
async function shortPage(db: Database, { after, limit }: Paging): Promise<IssuePage> {
	const { products, next } = await listStoredShort(db.scan, { after, limit });
	const rows = await catalogueRows(
		db,
		products.map(({ barcode }) => barcode),
	);
	const wholes = new Map(products.map(({ barcode, whole }) => [barcode, whole]));
	return { data: rows.map((row) => ({ ...row, remarks: [wholes.get(row.barcode) ?? ""] })), next };
}

async function picturesPage(
	db: Database,
	found: Awaited<ReturnType<typeof withNote>>,
	{ limit }: Paging,
): Promise<IssuePage> {
	const remarks = new Map(found.map(({ barcode, variants }) => [barcode, variants]));
	const rows = await catalogueRows(
		db,
		found.map(({ barcode }) => barcode),
	);
	const next = found.length === limit ? (found.at(-1)?.barcode ?? null) : null;
	return { data: rows.map((row) => ({ ...row, remarks: [...(remarks.get(row.barcode) ?? [])] })), next };
}

async function rarePage(db: Database): Promise<IssuePage> {
	const rare = await rareHechshers(db);
	const symbols = new Map<string, string[]>();
	for (const [symbol, barcode] of rare) symbols.set(barcode, [...(symbols.get(barcode) ?? []), symbol]);
	const rows = await catalogueRows(db, [...symbols.keys()]);
	return { data: rows.map((row) => ({ ...row, remarks: symbols.get(row.barcode) ?? [] })), next: null };
}

/** The symbols of agencies that the operator does not list, with about how many products have each; none where there is no list. */
async function unknownAgencies(db: Database): Promise<Map<string, number>> {
	const known = new Set((await readPortalSettings(db.read)).knownAgencies);
	if (known.size === 0) return new Map();
	return new Map(
		[...(await countHechshers(db))].filter(([symbol]) => !known.has(symbol)).slice(0, MOST_SYMBOLS),
	);
}

/** Each with the symbols that are not known. */
async function unknownAgencyPage(db: Database, paging: Paging): Promise<IssuePage> {
	const unknown = await unknownAgencies(db);
	if (unknown.size === 0) return { data: [], next: null };
	const either = [...unknown.keys()].map((symbol) => fieldFacet("hechshers.symbol", symbol));
	const { barcodes, next } = await withFacet(db, either, paging);
	const held = await symbolsOf(db, barcodes);
	const rows = await catalogueRows(db, barcodes);
	const remarks = (barcode: string) => (held.get(barcode) ?? []).filter((symbol) => unknown.has(symbol));
	return { data: rows.map((row) => ({ ...row, remarks: remarks(row.barcode) })), next };
}

/** The symbols of products' hechshers, as they are served. */
async function symbolsOf(db: Database, barcodes: readonly string[]): Promise<Map<string, string[]>> {
	if (barcodes.length === 0) return new Map();
	const rows = await db.read
		.selectFrom("product")
		.select(["barcode", "hechshers"])
		.where("barcode", "in", barcodes)
		.execute();
	return new Map(
		rows.map(({ barcode, hechshers }) => [
			barcode,
			(JSON.parse(hechshers ?? "[]") as { symbol: string }[]).map(({ symbol }) => symbol),
		]),
	);
}

/** Symbol counts are approximate: symbols counted at most this often are examined, as there may be only one. */
const SELDOM = 2;
const MOST_SYMBOLS = 200;

/** Hechsher symbols that only one product has, with its barcode: likely misprints. At most 200. */
async function rareHechshers(db: Database): Promise<Map<string, string>> {
	const seldom = [...(await countHechshers(db))].filter(([, count]) => count <= SELDOM).slice(-MOST_SYMBOLS);
	if (seldom.length === 0) return new Map();
	const query = {
		words: [],
		facets: [seldom.map(([symbol]) => fieldFacet("hechshers.symbol", symbol))],
		barcodePrefixes: [],
	};
	const { barcodes } = await findTexts(db, query, { after: undefined, most: SELDOM * MOST_SYMBOLS });
	const holders = new Map<string, Set<string>>(seldom.map(([symbol]) => [symbol, new Set()]));
	for (const [barcode, held] of await symbolsOf(db, barcodes))
		for (const symbol of held) holders.get(symbol)?.add(barcode);
	return new Map(
		[...holders].flatMap(([symbol, held]) => (held.size === 1 ? [[symbol, [...held][0] ?? ""]] : [])),
	);
}
