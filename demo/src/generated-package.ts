import { isCleanVariant, type Variant } from "../../src/catalogue/scopes.ts";
import { AGENCIES } from "./catalogue/agencies.ts";
import { FOODS, type Food, foodPicture } from "./food/picture.ts";
import { generatedProducts } from "./generated-products.ts";
import { BRAND_STYLES } from "./label/brand-mark.ts";
import type { LabelContent } from "./label/content.ts";
import { LAYOUTS, type LayoutName } from "./label/front/layouts.ts";
import { PALETTES } from "./label/palette.ts";
import { PACKAGES, type PackageName, WIDE_PACKAGES } from "./packages/packages.ts";
import { printOf } from "./packages/print.ts";
import { pick, type Random, seeded } from "./random.ts";
import type { ProductRecord } from "./record.ts";
import { cutOutOnTransparent, onWhite } from "./studio/develop.ts";
import { photograph } from "./studio/photograph.ts";

/**
 * A packshot of a generated product, the same for the same seed: package, colours, layout and text are picked at
 * random. Square, JPEG on white or, for the clean variants, PNG with transparency.
 */
export async function renderGeneratedPackage(
	seed: number,
	sizePx: number,
	variant: Variant,
): Promise<Uint8Array> {
	const random = seeded(seed);
	const name = pick(random, PACKAGE_NAMES);
	const layout = pick(random, WIDE_PACKAGES.has(name) ? WIDE_LAYOUTS : TALL_LAYOUTS);
	const content = await contentOf(seed, random);
	const facing = variant.startsWith("front") ? "front" : "back";
	const print = printOf(content, layout, facing, {
		cap: pick(random, Object.values(PALETTES)).deep,
		contents: pick(random, Object.values(PALETTES)).ground,
	});
	const photo = await photograph(PACKAGES[name](print, facing), sizePx);
	return isCleanVariant(variant) ? cutOutOnTransparent(photo) : onWhite(photo);
}

const PACKAGE_NAMES = Object.keys(PACKAGES) as PackageName[];
const FOOD_NAMES = Object.keys(FOODS) as Food[];
const WIDE_LAYOUTS: readonly LayoutName[] = ["belt", "wide"];
const TALL_LAYOUTS = (Object.keys(LAYOUTS) as LayoutName[]).filter((name) => !WIDE_LAYOUTS.includes(name));
const QUALITIES = [
	"Golden",
	"Classic",
	"Village",
	"Garden",
	"Simple",
	"Morning",
	"Festive",
	"Little",
	"Old Mill",
];
const BEGINNINGS = [
	"Dapple",
	"Quill",
	"Wick",
	"Larken",
	"Zephyr",
	"Brindle",
	"Merro",
	"Pom",
	"Lumb",
	"Tallow",
];
const ENDINGS = ["brook", "haven", "moor", "wick", "by", "dale", "elle", "ora", "field", "wren"];

async function contentOf(seed: number, random: Random): Promise<LabelContent> {
	const record = [...generatedProducts(1, seed)][0] as ProductRecord;
	const food = pick(random, FOOD_NAMES);
	const brand = pick(random, BEGINNINGS) + pick(random, ENDINGS);
	return {
		palette: pick(random, Object.values(PALETTES)),
		brand,
		brandStyle: pick(random, BRAND_STYLES),
		name: `${pick(random, QUALITIES)} ${titleOf(food)}`,
		tagline: "From our table to yours",
		netWeight: `NET WT ${record.info?.net_weight ?? "8 oz (227g)"}`,
		food: await foodPicture(food),
		certifiedBy: {
			agency: pick(random, Object.values(AGENCIES)),
			designation: pick(random, ["pareve", "dairy", ""]),
		},
		claims: random() < 0.4 ? [pick(random, ["Gluten free", "Vegan", "Organic"])] : [],
		barcode: record.barcode,
		ingredients: "See what is in it: good things only, in small amounts and in the order of their weight.",
		address: `Packed by ${brand} Foods, 4 Mill Lane.`,
		seed,
		...(record.nutrition ? { nutrition: record.nutrition } : {}),
	};
}

/** "darkChocolate" as it is printed on a label: "Dark Chocolate". */
function titleOf(food: Food): string {
	const words = food.replace(/[A-Z]/g, (letter) => ` ${letter}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
