import { createHash } from "node:crypto";
import { type GivenMetadata, givenMetadata } from "../catalogue/stored/given-metadata.ts";
import { EMPTY_RECORD } from "../catalogue/stored/record.ts";
import type { ProductRow } from "../catalogue/tables.ts";
import { type PresentPicture, presentPictures } from "../pictures/store/shown-pictures.ts";
import type { Tx } from "../platform/db/tx.ts";
import { entriesOf, type ProposedFields, valueAt } from "./fields.ts";

/** The current data of the catalogue for what is proposed. */
export interface Present {
	readonly isKnown: boolean;
	/** By key. */
	readonly fields: Readonly<Record<string, unknown>>;
	/** SHA-256 of the original file by variant, with how it is turned and cropped if it is; null if there is no such picture. */
	readonly pictures: Readonly<Record<string, string | null>>;
}

/** The current state of a product. */
export interface Today {
	readonly given: GivenMetadata;
	readonly isKnown: boolean;
	readonly pictures: ReadonlyMap<string, PresentPicture>;
}

const NOTHING: Today = { given: givenMetadata(EMPTY_RECORD), isKnown: false, pictures: new Map() };

/** The current state of some products, by barcode. */
export async function readToday(tx: Tx, barcodes: readonly string[]): Promise<(barcode: string) => Today> {
	const rows = await tx
		.selectFrom("product")
		.selectAll()
		.where("barcode", "in", [...barcodes, ""])
		.execute();
	const pictures = await presentPictures(tx, barcodes);
	const found = new Map(rows.map((row): [string, Today] => [row.barcode, todayOf(row, pictures)]));
	return (barcode) => found.get(barcode) ?? NOTHING;
}

function todayOf(row: ProductRow, pictures: readonly PresentPicture[]): Today {
	const own = pictures.filter(({ barcode }) => barcode === row.barcode);
	return {
		given: givenMetadata(row),
		isKnown: true,
		pictures: new Map(own.map((picture) => [picture.variant, picture])),
	};
}

/** The current values of some fields and pictures. */
export function presentOf(today: Today, fields: ProposedFields, variants: readonly string[]): Present {
	return {
		isKnown: today.isKnown,
		fields: Object.fromEntries(entriesOf(fields).map(({ key }) => [key, valueAt(today.given, key)])),
		pictures: Object.fromEntries(
			[...variants].sort().map((variant) => [variant, shownOf(today.pictures.get(variant))]),
		),
	};
}

function shownOf(picture: PresentPicture | undefined): string | null {
	if (!picture) return null;
	const { original_sha256: sha256, adjustment } = picture;
	return adjustment === null ? sha256 : `${sha256} ${adjustment}`;
}

/** Hash of the state with which a proposal was compared: it changes with any part of it. */
export function presentName(present: Present): string {
	return createHash("sha256").update(JSON.stringify(present)).digest("base64url");
}

/** Whether two values of a field are equal. */
export function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
