import Type, { type Static } from "typebox";
import { Meta } from "../../api/meta.ts";
import { BarcodeList } from "../listing/listing-schemas.ts";
import { BARCODE_KINDS } from "./barcode-reading.ts";

const SHORT_OF_ZERO = "725272730706";
const EXAMPLE_BARCODE = "0725272730706";

/** The body of `POST /barcodes/resolve` (SPEC E7). */
export const BarcodesToResolve = Type.Object({
	barcodes: Type.Array(BarcodeList.items, {
		minItems: 1,
		maxItems: 500,
		description: "Barcodes in any form, as found in scanners and files.",
		examples: [[SHORT_OF_ZERO, "4011"]],
	}),
});
export type BarcodesToResolve = Static<typeof BarcodesToResolve>;

const productOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The answer of `POST /barcodes/resolve`. */
export const ResolvedAnswer = Type.Object(
	{
		results: Type.Record(
			Type.String(),
			Type.Object(
				{
					barcode: productOrNull(
						"The product's barcode as written in the catalogue; null if there is no such product.",
					),
					kind: Type.Enum([...BARCODE_KINDS], {
						title: "BarcodeKind",
						description: "Kind of barcode, according to the number of digits.",
					}),
					check_digit_valid: Type.Union([Type.Boolean(), Type.Null()], {
						description: "Whether the check digit is right; null for produce codes and `other`.",
					}),
					unit: productOrNull("For a case: the item inside, if the catalogue has it."),
					suggestion: productOrNull("The product that is meant if the check digit was wrong or left off."),
				},
				{ title: "ResolvedBarcode" },
			),
			{
				description: "One entry for each text.",
				examples: [
					{
						[SHORT_OF_ZERO]: {
							barcode: EXAMPLE_BARCODE,
							kind: "gtin-12",
							check_digit_valid: true,
							unit: null,
							suggestion: null,
						},
					},
				],
			},
		),
		meta: Meta,
	},
	{ title: "ResolvedBarcodes" },
);
