import { withCheckDigit } from "./barcode.ts";
import { AGENCIES } from "./catalogue/agencies.ts";
import { type NutritionFacts, nutritionFacts } from "./catalogue/nutrition.ts";
import { KINDS, type Kind } from "./generated-kinds.ts";
import { between, pick, type Random, seeded, wholeBetween } from "./random.ts";
import type { ProductRecord } from "./record.ts";

/**
 * Any number of plausible products with distinct barcodes, the same in every run. Barcodes come from number ranges that no product on sale can
 * have. About one scope in ten is missing.
 */
export function* generatedProducts(count: number): Generator<ProductRecord> {
	const random = seeded(1);
	for (let i = 0; i < count; i++) yield product(i, random);
}

const BRANDS = [
	"Dapplebrook",
	"Crumbleton",
	"Zestwick",
	"Quillhaven",
	"Velluna",
	"Nutterby",
	"Frostlark",
	"Wickenmoor",
];
const PLACES = ["Larkfield", "Merrowdale", "Eldermoor", "Zephyr Vale", "Quillhaven", "Dapplebrook"];
const COUNTRIES = ["USA", "Israel", "Canada", "Italy", "France", "Spain", "Turkey", "Poland"];
const OF_ANIMALS = /milk|egg|fish|herring|salmon|honey/i;
const AGENCY_LIST = Object.values(AGENCIES);

function product(i: number, random: Random): ProductRecord {
	const kind = pick(random, KINDS);
	const record: ProductRecord = { barcode: barcodeOf(i), info: infoOf(kind, random) };
	if (kind.status && random() < 0.92) record.hechshers = [hechsherOf(kind, random)];
	if (kind.typical && random() < 0.9) record.nutrition = nutritionOf(kind.typical, kind.serving, random);
	if (kind.ingredients && random() < 0.9) record.ingredients = ingredientsOf(kind);
	if (random() < 0.95)
		record.catalog_meta = {
			department: kind.department,
			subcategory: kind.subcategory,
			web_description: random() < 0.5 ? `${kind.noun} for every day, from people who care.` : null,
			variety: null,
		};
	return record;
}

/** Odd primes other than 5 have no factor in common with a power of ten, so no two numbers collide. */
const SCATTER = 387_420_489;

function barcodeOf(i: number): string {
	const number = String((i * SCATTER + 104_729) % 1_000_000_000).padStart(9, "0");
	return withCheckDigit(i % 10 < 6 ? `280${number}` : `48${number}`);
}

function infoOf(kind: Kind, random: Random): NonNullable<ProductRecord["info"]> {
	const brand = pick(random, BRANDS);
	const ounces = wholeBetween(random, 4, 40);
	const place = pick(random, PLACES);
	return {
		brand,
		product_name: `${pick(random, kind.qualities)} ${kind.noun}`,
		product_description: random() < 0.6 ? `The ${kind.noun.toLowerCase()} of ${place}` : null,
		net_weight: `${ounces} oz (${Math.round(ounces * 28.35)}g)`,
		category: kind.category,
		country_of_origin: pick(random, COUNTRIES),
		manufacturer: `${brand} Foods, ${wholeBetween(random, 1, 99)} Mill Lane, ${place}`,
		distributor: random() < 0.3 ? `${place} Trading, Dock ${wholeBetween(random, 1, 9)}` : null,
		additional_certifications: random() < 0.15 ? "Fair harvest, Recycled carton" : null,
		bracha: kind.bracha,
		kosher_for_passover: kind.department === "Passover",
		gluten_free: kind.status !== null && !kind.allergens.includes("wheat") && random() < 0.3,
		vegan: kind.status === "pareve" && !OF_ANIMALS.test(kind.ingredients) && random() < 0.3,
		organic: random() < 0.1,
		notes: random() < 0.05 ? "New package design" : null,
	};
}

function hechsherOf(kind: Kind, random: Random): NonNullable<ProductRecord["hechshers"]>[number] {
	const { symbol, org, logo } = pick(random, AGENCY_LIST);
	const designation =
		kind.status === "dairy" ? "Cholov Yisroel" : kind.bracha === "hamotzi" ? "Pas Yisroel, Yoshon" : null;
	return {
		symbol,
		org,
		logo,
		dairy_meat_pareve: kind.status,
		additional_designation: random() < 0.6 ? designation : null,
	};
}

function nutritionOf(typical: NonNullable<Kind["typical"]>, serving: string, random: Random): NutritionFacts {
	const [calories, fat, sodium, carbohydrate, sugars, protein] = typical;
	const vary = (amount: number, step: number) =>
		Math.round((amount * between(random, 0.85, 1.15)) / step) * step;
	return nutritionFacts(`about ${wholeBetween(random, 2, 24)}`, serving, vary(calories, 5), {
		total_fat: vary(fat, 0.5),
		saturated_fat: vary(fat * 0.3, 0.5),
		trans_fat: 0,
		cholesterol: 0,
		sodium: vary(sodium, 5),
		total_carbohydrate: vary(carbohydrate, 1),
		dietary_fiber: vary(carbohydrate * 0.06, 1),
		total_sugars: vary(sugars, 1),
		added_sugars: vary(sugars * 0.6, 1),
		protein: vary(protein, 1),
		vitamin_d: 0,
		calcium: wholeBetween(random, 0, 26) * 10,
		iron: wholeBetween(random, 0, 20) / 10,
		potassium: wholeBetween(random, 0, 40) * 10,
	});
}

function ingredientsOf(kind: Kind): NonNullable<ProductRecord["ingredients"]> {
	const { allergens } = kind;
	return {
		ingredients_text: kind.ingredients,
		contains_statement: allergens.length ? `Contains: ${allergens.join(", ")}.` : null,
		may_contain_statement: allergens.includes("tree nuts") ? null : "May contain traces of tree nuts.",
		allergens: [...allergens],
	};
}
