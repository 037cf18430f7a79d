import { productWord } from "../../../format/products.ts";

/** The name of a list of data issues, and what to do about it. */
export interface IssueWords {
	readonly name: string;
	readonly advice: string;
}

const lists: ReadonlyMap<string, IssueWords> = new Map(
	Object.entries({
		leading_zeros: {
			name: "Products with the same GTIN",
			advice:
				"Their barcodes are forms of one GTIN, with other leading zeros or as UPC-E and UPC-A: probably one product, entered twice.",
		},
		stored_short: {
			name: "Barcodes without their leading zeros",
			advice:
				"A spreadsheet took the zeros. Every full form finds these products, but scanners read the full one.",
		},
		check_digit: {
			name: "Wrong check digit",
			advice: "The barcode was probably misread: a scanner at the till will not find it.",
		},
		"conflict:milk_in_pareve": {
			name: "Pareve, with milk among the ingredients",
			advice: "One of the two is wrong. Compare the package, and correct the product or ask the agency.",
		},
		"conflict:meat_in_pareve": {
			name: "Pareve, with meat among the ingredients",
			advice: "One of the two is wrong. Compare the package, and correct the product or ask the agency.",
		},
		"conflict:milk_and_meat": {
			name: "Dairy and meat",
			advice: "No kosher product is both. Compare the package, and correct the product or ask the agency.",
		},
		"conflict:leaven_at_passover": {
			name: "Kosher for Passover, with leaven among the ingredients",
			advice: "Wheat, spelt, barley, oats or rye that is no matzah. Compare the package.",
		},
		"conflict:kitniyot_at_passover": {
			name: "Kosher for Passover, with legumes",
			advice: "For those who eat kitniyot: say so in the designation of the hechsher.",
		},
		"conflict:agencies_disagree": {
			name: "Agencies that disagree on the status",
			advice: "Often made on dairy equipment, which is a matter of custom.",
		},
		"conflict:mere_k": {
			name: "A mere K",
			advice: "Not the sign of an agency: find out who certifies it.",
		},
		agency_unknown: {
			name: "Agencies that are not on your list",
			advice: "Find out who certifies it, then add the symbol to the agencies you know, on the page Kosher.",
		},
		unmarkable: {
			name: "Pictures that cannot carry the mark",
			advice: "Too small or too flat for the invisible mark: they are delivered with only the visible one.",
		},
		hechsher_once: {
			name: "Hechsher symbols of one product",
			advice: "A symbol that only one product has is often a mistake.",
		},
		"note:blurred": {
			name: "Blurred pictures",
			advice: "Photograph them again, and replace them on the product's page.",
		},
		"note:too_dark": { name: "Pictures that are too dark", advice: "Photograph them again with more light." },
		"note:overexposed": {
			name: "Overexposed pictures",
			advice: "What is white as paper has no print left: photograph them again with less light.",
		},
		"note:under_500_px": { name: "Pictures under 500 px", advice: "Too small for a product page." },
		"note:not_centred": {
			name: "Pictures that are not centred",
			advice: "Crop them on the product's page, or photograph them again.",
		},
		"note:small_in_picture": {
			name: "Products that are small in their picture",
			advice: "Crop them on the product's page.",
		},
		"note:clipped": {
			name: "Pictures that are clipped",
			advice: "The product touches the edge of the picture.",
		},
		"note:background_not_white": {
			name: "Backgrounds that are not white",
			advice: "Marketplaces reject them.",
		},
	}),
);

/** The words for a kind of list; an unknown one, from a newer service, is shown by its key. */
export function issueWords(kind: string): IssueWords {
	const [, scope = ""] = kind.split(":");
	if (kind === "missing:image_meta")
		return { name: "No picture", advice: "Nothing to show in a shop. Add one on the product's page." };
	if (kind.startsWith("missing:"))
		return {
			name: `No ${productWord(scope).toLowerCase()}`,
			advice: "Add them with an import or on the product's page.",
		};
	return lists.get(kind) ?? { name: productWord(kind), advice: "" };
}
