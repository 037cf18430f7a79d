import Type, { type Static } from "typebox";
import { orNull, ProductBarcode, Time } from "../../../pages/contract.ts";
import { TURNS } from "../../../pictures/store/adjustment.ts";
import { METADATA_SCOPES, VARIANTS } from "../../fields/scopes.ts";
import { alertFields } from "../../withholding/alert-schema.ts";

/** Scopes in import format; null if the product has none. */
const Scopes = Type.Object({
	info: Type.Optional(Type.Unknown()),
	hechshers: Type.Optional(Type.Unknown()),
	nutrition: Type.Optional(Type.Unknown()),
	ingredients: Type.Optional(Type.Unknown()),
	catalog_meta: Type.Optional(Type.Unknown()),
});

const pixels = (minimum: number) => Type.Integer({ minimum, maximum: 100_000 });
const adjustment = {
	turn: Type.Enum([...TURNS], { description: "Degrees clockwise." }),
	crop: orNull(
		Type.Object({ left: pixels(0), top: pixels(0), width: pixels(16), height: pixels(16) }),
		"The part that is shown, in pixels of the turned picture; null: all of it.",
	),
};

export const CataloguePicture = Type.Object({
	variant: Type.Enum([...VARIANTS]),
	version: Type.String(),
	has_thumbnail: Type.Boolean(),
	width: Type.Integer(),
	height: Type.Integer(),
	size_bytes: Type.Integer(),
	photo_date: Type.String(),
	uploaded_at: Time,
	ownership: orNull(Type.String()),
	uploaded_by: orNull(Type.String()),
	source_batch: Type.String(),
	...adjustment,
	can_be_marked: Type.Boolean({ description: "Whether it can carry the invisible mark." }),
	verdict: Type.String({
		description: "What its quality notes come to: `Good`, `Usable: …` or `Photograph it again: …`.",
	}),
});

/** A product as catalogue editors see it. */
export const CatalogueProduct = Type.Object({
	barcode: ProductBarcode,
	exists: Type.Boolean({ description: "False for a removed product that still has a history." }),
	name: orNull(Type.String()),
	brand: orNull(Type.String()),
	wrong_check_digit: Type.Boolean(),
	gone_since: orNull(
		Type.String({ format: "date-time", description: "Since when it is marked as not delivered any more." }),
	),
	values: Scopes,
	scopes: Type.Array(Type.Enum([...METADATA_SCOPES]), { description: "Those that have data." }),
	withheld: Type.Array(
		Type.Object({
			place: Type.Integer({ description: "Of the hechsher in `values`, from 0." }),
			alert_id: alertFields.alert_id,
			kind: alertFields.kind,
			symbol: alertFields.symbol,
			designation: alertFields.designation,
		}),
		{ description: "Hechshers that live alerts withhold, and the alerts." },
	),
	pictures: Type.Array(CataloguePicture),
	scanned_at: orNull(Time),
	updated_at: orNull(Time),
	history_days: Type.Integer({ description: "For how long changes can be undone." }),
});
export type CatalogueProduct = Static<typeof CatalogueProduct>;

export const CataloguePath = Type.Object({ barcode: ProductBarcode });
export const ProductEdit = Type.Object({
	base: Type.Object(Scopes.properties, { description: "The values of these scopes when editing began." }),
	change: Type.Object(Scopes.properties, {
		description: "Like one line of an import: each given scope is replaced as a whole.",
	}),
});

const source = {
	picture_id: Type.Optional(
		Type.String({
			maxLength: 40,
			description:
				"A picture that the caller has uploaded, for this variant; by default the one that is there.",
		}),
	),
	...adjustment,
};
export const PicturePreview = Type.Object(source);
export type PicturePreview = Static<typeof PicturePreview>;
export const PictureEdit = Type.Object({
	version: orNull(
		Type.String({ maxLength: 40 }),
		"The version that was there when editing began; null: none.",
	),
	...source,
	ownership: Type.Optional(
		orNull(Type.String({ minLength: 1, maxLength: 200 }), "Attribution of an uploaded picture."),
	),
});
export type PictureEdit = Static<typeof PictureEdit>;

export const CataloguePicturePath = Type.Object({
	barcode: ProductBarcode,
	variant: Type.Enum([...VARIANTS]),
});
export const VersionPath = Type.Object({ version: Type.String({ pattern: "^[0-9a-z]{26}$" }) });

export const ProductRemoval = Type.Object({
	confirm: Type.String({ maxLength: 20, description: "The barcode again, as confirmation." }),
});
