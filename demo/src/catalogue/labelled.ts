import { fictionalEan13, fictionalShortUpcA, fictionalUpcA } from "../barcode.ts";
import { foodPicture } from "../food/picture.ts";
import type { LabelContent } from "../label/content.ts";
import { PALETTES } from "../label/palette.ts";
import { PACKAGES } from "../packages/packages.ts";
import { type Facing, printOf } from "../packages/print.ts";
import type { Scene } from "../studio/photograph.ts";
import { AGENCIES } from "./agencies.ts";
import { BRANDS } from "./brands.ts";
import type { Entry } from "./entry.ts";
import { containsOf, countryOf, factsOf } from "./to-record.ts";

/** Only one product has a short number. */
const SHORT_NUMBER = 1;

export function barcodeOf(entry: Entry): string {
	if (entry.upc === "short") return fictionalShortUpcA(SHORT_NUMBER);
	if (entry.upc === "padded") return `0${fictionalUpcA(entry.number)}`;
	return entry.upc ? fictionalUpcA(entry.number) : fictionalEan13(entry.number);
}

/** The package of an entry, with its print. */
export async function packageScene(entry: Entry, facing: Facing): Promise<Scene> {
	const [pack, palette, layout, food, { garnish, ...colours } = {}] = entry.look;
	const brand = BRANDS[entry.brand];
	const [first] = entry.kosher ?? [];
	const content: LabelContent = {
		palette: PALETTES[palette],
		brand: brand.name,
		brandStyle: brand.style,
		name: entry.name,
		hebrewName: entry.hebrew,
		tagline: entry.tagline,
		netWeight: entry.weight,
		food: await foodPicture(food),
		garnish: garnish && (await foodPicture(garnish)),
		claims: entry.claims ?? [],
		certifiedBy: first && { agency: AGENCIES[first[0]], designation: first[1] },
		barcode: barcodeOf(entry),
		ingredients: entry.ingredients,
		contains: containsOf(entry),
		story: entry.story,
		nutrition: factsOf(entry),
		address: `Packed by ${brand.maker}. Product of ${countryOf(entry)}.`,
		seed: entry.number,
	};
	return PACKAGES[pack](printOf(content, { layout, ...colours }, facing), facing);
}
