import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { ProductRow } from "../tables.ts";
import { type CertificateContent, contentOf, FACTS, type GivenFacts, hasOtherDates } from "./given.ts";
import { linksOf } from "./links.ts";
import type { CertificateRow } from "./tables.ts";
import "./tables.ts";
import { untoldText } from "./untold.ts";

/** A certificate while a transaction changes it. */
export interface CertificateDraft {
	readonly before: CertificateRow | undefined;
	after: CertificateContent | undefined;
}

/** The certificates that a transaction names, by id. */
export type CertificateDrafts = Map<string, CertificateDraft>;

export async function readCertificates(
	tx: Pick<Tx, "selectFrom">,
	ids: readonly string[],
): Promise<CertificateRow[]> {
	if (ids.length === 0) return [];
	return tx
		.selectFrom("certificate")
		.selectAll()
		.where("certificate_id", "in", [...new Set(ids)])
		.execute();
}

/** What certificates say, by id. */
export type Contents = ReadonlyMap<string, CertificateContent>;

/** What the certificates of products say. */
export async function readContents(
	tx: Pick<Tx, "selectFrom">,
	products: readonly Pick<ProductRow, "certificates">[],
): Promise<Contents> {
	const ids = products.flatMap((product) => linksOf(product).map(({ certificateId }) => certificateId));
	return new Map((await readCertificates(tx, ids)).map((row) => [row.certificate_id, contentOf(row)]));
}

export async function openCertificates(tx: Tx, ids: readonly string[]): Promise<CertificateDrafts> {
	const rows = await readCertificates(tx, ids);
	return new Map(rows.map((before) => [before.certificate_id, { before, after: undefined }]));
}

/** What a certificate says in a transaction so far. */
export function currentContent(drafts: CertificateDrafts, id: string): CertificateContent | undefined {
	const draft = drafts.get(id);
	return draft?.after ?? draft?.before;
}

export interface GivenContent {
	readonly id: string;
	readonly symbol: string;
	readonly facts: GivenFacts;
	/** Whether facts that are not given are removed, rather than kept. */
	readonly isWhole: boolean;
}

/** Notes what a certificate is to say. @returns why it cannot. */
export function draftCertificate(drafts: CertificateDrafts, given: GivenContent): string | undefined {
	const { id, symbol, facts, isWhole } = given;
	const known = currentContent(drafts, id);
	if (known && known.symbol !== symbol)
		return `certificate ${JSON.stringify(id)} is one of ${known.symbol}, not of ${symbol}`;
	const entries = FACTS.map((fact) => [fact, facts[fact] ?? (isWhole ? null : (known?.[fact] ?? null))]);
	const after: CertificateContent = { certificate_id: id, symbol, ...Object.fromEntries(entries) };
	if (after.issued_on && after.valid_until && after.valid_until < after.issued_on)
		return `certificate ${JSON.stringify(id)} would end on ${after.valid_until}, before it was issued on ${after.issued_on}`;
	const isSame = known && FACTS.every((fact) => known[fact] === after[fact]);
	if (!isSame) drafts.set(id, { before: drafts.get(id)?.before, after });
	return undefined;
}

const COLUMNS = ["certificate_id", "symbol", ...FACTS, "passed", "untold"] as const;
const upsert = insertion(
	"certificate",
	COLUMNS,
	`on conflict (certificate_id) do update set ${COLUMNS.slice(1)
		.map((column) => `${column} = excluded.${column}`)
		.join(", ")}`,
);

/** Whom a change of certificates is noted under, and when. */
export interface CertificateStamp {
	readonly stampMs: number;
	/** The change set that the histories of products show; null: they show none. */
	readonly changeSet: number | null;
	/** Whether the histories of the products have what the certificate said before, so that it can be undone. */
	readonly isRecorded: boolean;
}

/** Writes the drafts that differ. Products that rested on one whose dates change are told afterwards (tell-products.ts). @returns whether any differed. */
export async function writeCertificates(
	tx: Tx,
	traits: EngineTraits,
	drafts: CertificateDrafts,
	{ stampMs, changeSet, isRecorded }: CertificateStamp,
): Promise<boolean> {
	const today = isoTime(stampMs).slice(0, 10);
	const rows = [...drafts.values()].flatMap(({ before, after }): CertificateRow[] => {
		if (!after) return [];
		const hasEnded = after.valid_until !== null && after.valid_until < today;
		const passed = hasEnded ? after.valid_until : null;
		const isTold = before === undefined || !hasOtherDates(before, after);
		const untold = isTold
			? (before?.untold ?? null)
			: untoldText({ after: "", before: isRecorded ? before : null, changeSet });
		return [{ ...after, passed: isTold ? (before?.passed ?? passed) : passed, untold }];
	});
	await upsert(tx, traits, rows);
	return rows.length > 0;
}

const insertLinks = insertion("certificate_product", ["certificate_id", "barcode"]);

/** Keeps the products of certificates, of products before and after a change. */
export async function writeLinks(
	tx: Tx,
	traits: EngineTraits,
	changes: readonly { readonly before: ProductRow | undefined; readonly after: ProductRow | undefined }[],
): Promise<void> {
	for (const { before, after } of changes) {
		if ((before?.certificates ?? null) === (after?.certificates ?? null)) continue;
		if (before?.certificates) await deleteRows(tx, "certificate_product", { barcode: before.barcode });
		if (!after?.certificates) continue;
		const ids = new Set(linksOf(after).map(({ certificateId }) => certificateId));
		const { barcode } = after;
		await insertLinks(
			tx,
			traits,
			[...ids].map((certificate_id) => ({ certificate_id, barcode })),
		);
	}
}

/**
 * Lets a certificate say again what it said before a change. Its products are told, without a history of their own: each has its change to be undone.
 * @returns what it said until now.
 */
export async function restoreCertificate(
	tx: Tx,
	traits: EngineTraits,
	content: CertificateContent,
	stampMs: number,
): Promise<CertificateContent> {
	const drafts = await openCertificates(tx, [content.certificate_id]);
	const now = currentContent(drafts, content.certificate_id);
	draftCertificate(drafts, {
		id: content.certificate_id,
		symbol: content.symbol,
		facts: content,
		isWhole: true,
	});
	await writeCertificates(tx, traits, drafts, { stampMs, changeSet: null, isRecorded: false });
	return now ?? content;
}
