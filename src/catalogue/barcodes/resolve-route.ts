import Type, { type Static } from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import { Meta } from "../../api/meta.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { answerFree } from "../reading/charged-answer.ts";
import { scopeFilter } from "../reading/scope-filter.ts";
import { createListLookup } from "./find-products.ts";
import { INVALID_REASONS, RESOLVED_KINDS, resolveBarcodes } from "./resolve-barcodes.ts";

const SHORT_OF_ZERO = "725272730706";
const EXAMPLE_BARCODE = "0725272730706";

/** The body of `POST /barcodes/resolve` (SPEC E7, E10). */
export const BarcodesToResolve = Type.Object({
	barcodes: Type.Array(Type.String({ maxLength: 200 }), {
		minItems: 1,
		maxItems: 500,
		description:
			"Barcodes in any form, as scanners send them and files contain them: digits, GS1 element strings and GS1 Digital Links.",
		examples: [[SHORT_OF_ZERO, "(01)00725272730706(10)AB-1"]],
	}),
});
type BarcodesToResolve = Static<typeof BarcodesToResolve>;

const productOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const ResolvedAnswer = Type.Object(
	{
		results: Type.Record(
			Type.String(),
			Type.Object(
				{
					barcode: productOrNull(
						"The product's barcode as written in the catalogue; null if there is no such product.",
					),
					kind: Type.Enum([...RESOLVED_KINDS], {
						title: "BarcodeKind",
						description: "Kind of barcode: by the number of digits, or `gs1`; `invalid` for what is none.",
					}),
					check_digit_valid: Type.Union([Type.Boolean(), Type.Null()], {
						description:
							"Whether the check digit is right; null for produce codes, `other`, and without a GTIN.",
					}),
					unit: productOrNull("For a case: the item inside, if the catalogue has it."),
					suggestion: productOrNull("The product that is meant if the check digit was wrong or left off."),
					elements: Type.Optional(
						Type.Record(Type.String(), Type.String(), {
							description: "Only for `gs1`: the values by application identifier.",
							examples: [{ "01": "00725272730706", "10": "AB-1" }],
						}),
					),
					reason: Type.Optional(
						Type.Enum([...INVALID_REASONS], { description: "Only for `invalid`: why it is no barcode." }),
					),
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

interface ResolveParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** `POST /barcodes/resolve`: which product a barcode in any form stands for (SPEC E7, E10). */
export const postBarcodesResolve: ApiRoute<ResolveParts> = {
	id: "resolveBarcodes",
	tag: "Products",
	summary: "Find the products meant by up to 500 barcodes in any form",
	description: [
		"Finds products even if a barcode is written differently than in the catalogue: with fewer or more leading zeros, as UPC-E or UPC-A, as a GS1 element string or as a GS1 Digital Link.",
		"Returns the item inside a case, and the product that was probably meant if a check digit is wrong or missing. Free of charge.",
	].join(" "),
	access: "bearer",
	body: BarcodesToResolve,
	answer: ResolvedAnswer,
	answerText: "One entry for each text.",
	errors: ["bad_request"],
	handle({ db, metering }) {
		const find = createListLookup(db, ["brand_number", "department_number"]);
		return async (request, reply) => {
			const { barcodes } = request.body as BarcodesToResolve;
			const isVisible = scopeFilter(callerOf(request).client);
			const resolved = await resolveBarcodes(barcodes, async (candidates) => {
				const found = await find(candidates);
				const visible = [...found].filter(([barcode, labels]) => isVisible(barcode, labels));
				return new Set(visible.map(([barcode]) => barcode));
			});
			return answerFree(metering, request, reply, [resultsMember(resolved)]);
		};
	},
};

/** Built as text, because an object would list texts that look like integers first. */
function resultsMember(resolved: ReadonlyMap<string, object>): string {
	const entries = [...resolved].map(([text, result]) => `${JSON.stringify(text)}:${JSON.stringify(result)}`);
	return `"results":{${entries.join(",")}}`;
}
