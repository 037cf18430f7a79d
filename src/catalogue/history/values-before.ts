import { type CertificateContent, contentOf } from "../certificates/given.ts";
import { givenHechshers } from "../certificates/links.ts";
import { CERTIFICATES_CHANGED, pictureBits, SCOPE_CHANGE_BITS } from "../changes/change-bits.ts";
import { VARIANTS, type Variant, variantBit } from "../fields/scopes.ts";
import { givenInfo } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";

/** The versions of a product's pictures: `image_id` by variant, null for none. */
export type PictureVersions = Readonly<Partial<Record<Variant, string | null>>>;

/** The previous values of what a change modified: in the form of an import, plus what only the service knows. */
export interface ValuesBefore extends Omit<MetadataChange, "barcode"> {
	/** When the `info` record had been created, if the change removed it. */
	readonly scanned_at?: number;
	readonly images?: PictureVersions;
	/** What its hechshers rested on, as stored (../certificates/links.ts), if that changed. */
	readonly certificates?: readonly unknown[] | null;
	/** What a certificate said that it rests on, if that changed. */
	readonly content?: CertificateContent;
}

/** Previous values that are not in the row of the product. */
export interface BeforeElsewhere {
	/** The previous versions of the pictures that changed. */
	readonly pictures?: PictureVersions | undefined;
	/** What a certificate said that it rests on, if that changed. */
	readonly content?: CertificateContent | undefined;
}

/**
 * The JSON text of a product's previous values. Stored texts are joined rather than parsed, because imports write one for each product.
 * @param changed bits of what changed.
 */
export function beforeText(
	before: ProductRow,
	changed: number,
	{ pictures = {}, content }: BeforeElsewhere = {},
): string {
	const parts: string[] = [];
	if (changed & SCOPE_CHANGE_BITS.info) {
		parts.push(`"info":${objectText(givenInfo(before))}`);
		if (before.scanned_at !== null) parts.push(`"scanned_at":${before.scanned_at}`);
	}
	if (changed & SCOPE_CHANGE_BITS.hechshers) parts.push(`"hechshers":${givenHechshers(before) ?? "null"}`);
	for (const scope of ["nutrition", "ingredients"] as const) {
		if (changed & SCOPE_CHANGE_BITS[scope]) parts.push(`"${scope}":${before[scope] ?? "null"}`);
	}
	if (changed & SCOPE_CHANGE_BITS.catalog_meta) parts.push(`"catalog_meta":${givenCatalogMeta(before)}`);
	if (changed & CERTIFICATES_CHANGED) parts.push(`"certificates":${before.certificates ?? "null"}`);
	if (content) parts.push(`"content":${JSON.stringify(contentOf(content))}`);
	const versions = changedVariants(changed).map((variant) => [variant, pictures[variant] ?? null]);
	if (versions.length > 0) parts.push(`"images":${JSON.stringify(Object.fromEntries(versions))}`);
	return `{${parts.join(",")}}`;
}

const ALL_SCOPES = Object.values(SCOPE_CHANGE_BITS).reduce((mask, bit) => mask | bit, 0);

/** The scopes of a product in the form of an import. */
export function givenValues(row: ProductRow): ValuesBefore {
	return JSON.parse(beforeText(row, ALL_SCOPES));
}

export function changedVariants(changed: number): Variant[] {
	return VARIANTS.filter((variant) => (changed & pictureBits(variantBit(variant))) !== 0);
}

function objectText(members: string | null): string {
	return members === null ? "null" : `{${members}}`;
}

/** Includes the category that overrides that of `info`, as in an import. */
function givenCatalogMeta({ catalog_meta: members, category_override: category }: ProductRow): string {
	if (members === null || category === null) return objectText(members);
	return `{${members},"category":${JSON.stringify(category)}}`;
}
