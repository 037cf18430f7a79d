import { AGENCIES } from "./catalogue/agencies.ts";
import { FOODS, type Food, foodPicture } from "./food/picture.ts";
import { generatedProducts } from "./generated-products.ts";
import { BRAND_STYLES } from "./label/brand-mark.ts";
import type { LabelContent } from "./label/content.ts";
import { PALETTES } from "./label/palette.ts";
import { pick, type Random } from "./random.ts";
import type { ProductRecord } from "./record.ts";

const FOOD_NAMES = Object.keys(FOODS) as Food[];
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

/** Label content of a generated product: a random style, with the product's own facts. */
export async function contentOf(seed: number, random: Random): Promise<LabelContent> {
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
