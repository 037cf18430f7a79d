/** The controlled values of `catalog_meta.department`. */
export const DEPARTMENTS = [
	"Appetizing",
	"Baby & Bath",
	"Beverages",
	"Bread & Bakery",
	"Chanukah",
	"Dairy & Eggs",
	"Frozen",
	"Groceries",
	"Health & Nutrition",
	"Home & Leisure",
	"Household & Cleaning",
	"Kitchen Essentials",
	"Nosh and Snacks",
	"Passover",
	"Produce",
	"Purim",
	"Sushi",
	"Tishrei Holidays",
] as const;

/** The blessings said before eating, as `info.bracha` names them. */
export const BRACHOS = ["hamotzi", "mezonos", "hagafen", "haetz", "haadama", "shehakol"] as const;

/** The kosher status a hechsher states. */
export const KOSHER_STATUSES = ["dairy", "meat", "pareve"] as const;

/** Other words for them in tables. */
export const BRACHA_WORDS: Readonly<Record<string, (typeof BRACHOS)[number]>> = {
	המוציא: "hamotzi",
	מזונות: "mezonos",
	mezonot: "mezonos",
	הגפן: "hagafen",
	העץ: "haetz",
	"ha'etz": "haetz",
	האדמה: "haadama",
	"ha'adama": "haadama",
	haadamah: "haadama",
	שהכל: "shehakol",
	"she'hakol": "shehakol",
};
export const KOSHER_STATUS_WORDS: Readonly<Record<string, (typeof KOSHER_STATUSES)[number]>> = {
	חלבי: "dairy",
	milchig: "dairy",
	בשרי: "meat",
	fleischig: "meat",
	פרווה: "pareve",
	פרוה: "pareve",
	parve: "pareve",
	parev: "pareve",
	neutral: "pareve",
};
