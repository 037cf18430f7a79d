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
import { factsOf } from "./to-record.ts";

/** Only one product has a short number. */
const SHORT_NUMBER = 1;

export function barcodeOf(entry: Entry): string {
	if (entry.upc === "short") return fictionalShortUpcA(SHORT_NUMBER);
	if (entry.upc === "padded") return `0${fictionalUpcA(entry.number)}`;
	return entry.upc ? fictionalUpcA(entry.number) : fictionalEan13(entry.number);
}

/** The package of an entry, with its print. */
export async function packageScene(entry: Entry, facing: Facing): Promise<Scene> {
	const print = printOf(await labelContent(entry), entry.look, facing);
	return PACKAGES[entry.look.package](print, facing);
}

async function labelContent(entry: Entry): Promise<LabelContent> {
	const { look } = entry;
	const brand = BRANDS[entry.brand];
	const first = entry.kosher?.[0];
	const nutrition = factsOf(entry);
	return {
		palette: PALETTES[look.palette],
		brand: brand.name,
		brandStyle: brand.style,
		name: entry.name,
		netWeight: entry.weight,
		food: await foodPicture(look.food),
		claims: entry.claims ?? [],
		barcode: barcodeOf(entry),
		address: `Packed by ${brand.maker}. Product of ${entry.country}.`,
		seed: entry.number,
		...(entry.hebrew ? { hebrewName: entry.hebrew } : {}),
		...(entry.tagline ? { tagline: entry.tagline } : {}),
		...(look.garnish ? { garnish: await foodPicture(look.garnish) } : {}),
		...(first ? { certifiedBy: { agency: AGENCIES[first[0]], designation: first[1] } } : {}),
		...(entry.ingredients ? { ingredients: entry.ingredients } : {}),
		...(entry.contains ? { contains: entry.contains } : {}),
		...(entry.story ? { story: entry.story } : {}),
		...(nutrition ? { nutrition } : {}),
	};
}
