import Type, { type Static, type TOptional, type TSchema } from "typebox";
import { CertificateId, GivenCertificate, GivenCertificateRow } from "../certificates/given.ts";
import { CATEGORY_OVERRIDE, DECLARED } from "../fields/declared-fields.ts";
import type { FieldKind } from "../fields/field-kinds.ts";

type Fields = Readonly<Record<string, FieldKind>>;

type Given<Declared extends Fields> = {
	[Field in keyof Declared]: Declared[Field]["kind"] extends "symbol"
		? Declared[Field]["given"]
		: TOptional<Declared[Field]["given"]>;
};

/** No additional keys are allowed, so that misspelt ones are rejected rather than lost. */
function givenFields<Declared extends Fields>(fields: Declared) {
	const shapes = Object.entries(fields).map(([name, { kind, given }]): [string, TSchema] => [
		name,
		kind === "symbol" ? given : Type.Optional(given),
	]);
	return Type.Object(Object.fromEntries(shapes) as Given<Declared>, { additionalProperties: false });
}

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** With the certificate that it rests on, or that it rests on none; without either, it keeps what it rests on (SPEC E12). */
const GivenHechsher = Type.Object(
	{
		...givenFields(DECLARED.hechshers).properties,
		certificate: orNull(GivenCertificate),
		certificate_id: orNull(CertificateId),
	},
	{ additionalProperties: false },
);
/** One hechsher as an import gives it. */
export type GivenHechsher = Static<typeof GivenHechsher>;

/**
 * One line of an import: changes to a product. An absent scope stays unchanged, null removes it, and a given scope is replaced completely; `certificate`
 * says what one of its hechshers rests on.
 */
export const MetadataChange = Type.Object(
	{
		barcode: Type.String({ pattern: "^[0-9]{4,14}$", title: "a text of 4 to 14 digits" }),
		info: orNull(givenFields(DECLARED.info)),
		hechshers: orNull(Type.Array(GivenHechsher)),
		nutrition: orNull(givenFields(DECLARED.nutrition)),
		ingredients: orNull(givenFields(DECLARED.ingredients)),
		catalog_meta: orNull(givenFields({ ...DECLARED.catalog_meta, category: CATEGORY_OVERRIDE })),
		certificate: Type.Optional(GivenCertificateRow),
	},
	{ additionalProperties: false },
);
export type MetadataChange = Omit<Static<typeof MetadataChange>, "certificate"> & {
	certificate?: GivenCertificateRow;
};
