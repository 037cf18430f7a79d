import { isDeepStrictEqual } from "node:util";
import { MAX_LINE_BYTES } from "@packshot/tables/lines";
import type { Contents } from "../../catalogue/certificates/write-certificates.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../../catalogue/fields/scopes.ts";
import { completeFields, type FieldValues } from "../../catalogue/fields/values.ts";
import { certifiedHechshers, givenMetadata } from "../../catalogue/stored/given-metadata.ts";
import type { StoredRecord } from "../../catalogue/stored/record.ts";

/** Why nothing was exported; the message says what to do about it. */
export class ExportError extends Error {
	override readonly name = "ExportError";
}

/** A product in import format: only what was provided, without what an import fills in by itself; null for a scope that it does not have. */
export function importShape(
	barcode: string,
	record: StoredRecord,
	contents?: Contents,
): Readonly<Record<string, unknown>> {
	const given = { ...givenMetadata(record), hechshers: certifiedHechshers(record, contents) };
	const scopes = PRODUCT_META_SCOPES.map((scope) => [scope, compact(scope, given[scope])] as const);
	return { barcode, ...Object.fromEntries(scopes) };
}

/**
 * The NDJSON lines of a product, each with its line break. Usually one; one per scope where that would exceed the line length of an import.
 * @param contents of the certificates that it rests on
 * @throws ExportError when a single scope exceeds it.
 */
export function productLines(barcode: string, record: StoredRecord, contents?: Contents): string {
	const shape = importShape(barcode, record, contents);
	const whole = `${JSON.stringify(shape)}\n`;
	if (fits(whole)) return whole;
	const lines = PRODUCT_META_SCOPES.map((scope) => `${JSON.stringify({ barcode, [scope]: shape[scope] })}\n`);
	if (!lines.every(fits))
		throw new ExportError(`a scope of ${barcode} is over ${MAX_LINE_BYTES} bytes, which no import reads`);
	return lines.join("");
}

function fits(line: string): boolean {
	return Buffer.byteLength(line) <= MAX_LINE_BYTES;
}

function compact(scope: ProductMetaScope, given: FieldValues | readonly FieldValues[] | null): unknown {
	if (given === null) return null;
	return Array.isArray(given)
		? given.map((item) => compactFields(scope, item))
		: compactFields(scope, given as FieldValues);
}

function compactFields(scope: ProductMetaScope, given: FieldValues): FieldValues {
	const empty = completeFields(scope, {});
	const filled = Object.entries(given).filter(
		([field, value]) => value !== null && !isDeepStrictEqual(value, empty[field]),
	);
	return Object.fromEntries(filled);
}
