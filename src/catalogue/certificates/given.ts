import Type, { type Static } from "typebox";
import type { CertificateRow } from "./tables.ts";

const STORABLE = "^[^\\x00-\\x1f\\x7f-\\x9f\\p{Cs}]*$";
const text = (maxLength: number) =>
	Type.String({
		pattern: STORABLE,
		maxLength,
		title: `a text of at most ${maxLength} characters in one line`,
	});
/** No URL of another scheme than https, which would be shown to customers. */
const NO_OTHER_URL = "^(?!(?!https:)[\\w.+\\-]+:\\/\\/)";
const Source = Type.String({
	pattern: NO_OTHER_URL + STORABLE.slice(1),
	maxLength: 500,
	title: "an https URL, or a text of at most 500 characters in one line",
});
const textOrNull = (maxLength: number) => Type.Optional(Type.Union([text(maxLength), Type.Null()]));
const date = () =>
	Type.Optional(
		Type.Union([
			Type.String({ format: "date", title: "a date as 2027-03-31 (year, month, day)" }),
			Type.Null(),
		]),
	);

/** An id with a mark that nobody sees would look like another one. */
export const CertificateId = Type.String({
	pattern: "^[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]*$",
	minLength: 1,
	maxLength: 100,
	title: "a text of 1 to 100 characters in one line, without invisible marks",
});

/** What is known of a certificate beside its id and symbol. */
const facts = {
	issued_on: date(),
	valid_until: date(),
	checked_on: date(),
	source: Type.Optional(Type.Union([Source, Type.Null()])),
	note: textOrNull(2000),
};

/** A certificate in a hechsher of an import: its symbol is the hechsher's. */
export const GivenCertificate = Type.Object(
	{ certificate_id: CertificateId, ...facts },
	{ additionalProperties: false },
);
export type GivenCertificate = Static<typeof GivenCertificate>;

/** A row of a table of certificates, which leaves everything else of the product as it is. */
export const GivenCertificateRow = Type.Object(
	{
		symbol: Type.String({ pattern: STORABLE, minLength: 1, title: "the symbol of a hechsher" }),
		additional_designation: Type.Optional(Type.Union([Type.String({ pattern: STORABLE }), Type.Null()])),
		certificate_id: CertificateId,
		...facts,
	},
	{ additionalProperties: false },
);
export type GivenCertificateRow = Static<typeof GivenCertificateRow> & {
	/** Other certificates that earlier lines of the same file name for the symbol: the one that ends first is linked. */
	readonly rivals?: readonly string[];
};

export const FACTS = Object.keys(facts) as (keyof typeof facts)[];

/** What a certificate says, without what the service notes of it. */
export type CertificateContent = Pick<CertificateRow, "certificate_id" | "symbol" | keyof typeof facts>;

export type GivenFacts = Partial<Pick<CertificateContent, keyof typeof facts>>;

/** An import that names nothing but a certificate's id refers to the one that is there. */
export function hasFacts(given: GivenFacts): boolean {
	return FACTS.some((fact) => given[fact] !== undefined);
}

export function contentOf(row: CertificateContent): CertificateContent {
	const { certificate_id, symbol, issued_on, valid_until, checked_on, source, note } = row;
	return { certificate_id, symbol, issued_on, valid_until, checked_on, source, note };
}

/** Whether clients are told of the difference (SPEC E12): when somebody last looked, where, and notes are none. */
export function hasOtherDates(one: GivenFacts | undefined, other: GivenFacts): boolean {
	return one?.issued_on !== other.issued_on || one?.valid_until !== other.valid_until;
}

/** The state that a certificate alone gives a hechsher. */
export function validity(
	certificate: Pick<CertificateContent, "valid_until"> | undefined,
	today: string,
): "current" | "expired" | "unstated" {
	if (!certificate?.valid_until) return "unstated";
	return certificate.valid_until < today ? "expired" : "current";
}
