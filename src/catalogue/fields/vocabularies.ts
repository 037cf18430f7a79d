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
