import { plainName } from "@packshot/tables/column-names";
import { editDistance } from "../../../catalogue/fields/nearest-key.ts";
import { columnNames } from "../table-columns.ts";

/** What people call the fields in their tables, in English, German and Hebrew, separated by bars. */
const WORDS: Readonly<Record<string, string>> = {
	barcode:
		"barcode number|EAN|EAN code|EAN 13|EAN-Code|GTIN|GTIN 13|GTIN 14|UPC|UPC code|Strichcode|ברקוד|קוד מוצר ברקוד|בר קוד|מספר ברקוד",
	image_front_url:
		"image|image url|picture|picture url|photo|image link|main image|Bild|Bild-URL|Bildlink|תמונה|קישור לתמונה",
	image_back_url: "back image|image back|picture back|Bild Rückseite|תמונה אחורית",
	"info.brand": "brand name|Marke|Markenname|מותג|שם מותג|שם המותג",
	"info.product_name":
		"name|product|item|item name|title|article name|Produktname|Produkt|Artikelname|Artikel|Artikelbezeichnung|Bezeichnung|Name|שם מוצר|שם המוצר|שם פריט|שם הפריט|מוצר|תאור פריט|תיאור פריט",
	"info.product_description":
		"description|item description|short description|Beschreibung|Produktbeschreibung|Kurzbeschreibung|תיאור|תאור|תיאור מוצר|תיאור המוצר",
	"info.net_weight":
		"weight|net weight|net wt|net content|contents|size|package size|quantity in pack|Gewicht|Nettogewicht|Inhalt|Füllmenge|Nettofüllmenge|משקל|משקל נטו|משקל נקי|תכולה|תכולה נטו|גודל",
	"info.category":
		"product category|product group|Kategorie|Warengruppe|Produktgruppe|קטגוריה|קבוצה|קבוצת מוצרים",
	"info.country_of_origin":
		"country|origin|made in|product of|Herkunftsland|Ursprungsland|Herkunft|Land|ארץ מקור|ארץ ייצור|ארץ יצור|מדינת מקור|מדינה|תוצרת",
	"info.manufacturer":
		"producer|maker|manufactured by|produced by|packed by|made by|Hersteller|Produzent|יצרן|שם יצרן|שם היצרן",
	"info.distributor":
		"importer|distributed by|imported by|Vertrieb|Händler|Importeur|Inverkehrbringer|מפיץ|יבואן|משווק",
	"info.additional_certifications": "certifications|certificates|Zertifikate|Siegel|תקנים|אישורים",
	"info.bracha": "blessing|brocha|bracha|Segensspruch|ברכה|ברכה ראשונה",
	"info.kosher_for_passover":
		"passover|pesach|kosher for pesach|KFP|KLP|Pessach|koscher für Pessach|kosher für Pessach|כשר לפסח|פסח|כשל״פ",
	"info.gluten_free": "glutenfree|no gluten|glutenfrei|ללא גלוטן|נטול גלוטן",
	"info.vegan": "is vegan|טבעוני",
	"info.organic": "bio|Bio-Produkt|אורגני",
	"info.notes": "note|remarks|comments|Bemerkung|Bemerkungen|Notiz|Notizen|Anmerkung|הערות|הערה",
	hechshers:
		"hechsher|kosher symbol|kosher agency|kosher certification|kashrut|kashrus|certifier|supervision|Hechscher|Koscherzertifikat|Kaschrut|כשרות|הכשר|גוף כשרות|בד״ץ|השגחה",
	"hechshers.dairy_meat_pareve":
		"dairy meat pareve|DMP|kosher status|kosher type|dairy/meat|milchig fleischig parve|milchig/fleischig|חלבי בשרי פרווה|סוג כשרות|סטטוס כשרות|חלבי/בשרי/פרווה|חלבי/בשרי",
	"nutrition.servings_per_container": "servings|Portionen|מספר מנות",
	"nutrition.serving_size": "serving|Portion|Portionsgröße|גודל מנה",
	"nutrition.calories": "energy|kcal|energy kcal|Kalorien|Brennwert|Energie|קלוריות|אנרגיה",
	"nutrition.total_fat.amount": "fat|Fett|שומן|שומנים|סך השומנים",
	"nutrition.saturated_fat.amount":
		"saturates|sat fat|gesättigte Fettsäuren|davon gesättigte Fettsäuren|שומן רווי|חומצות שומן רוויות",
	"nutrition.trans_fat.amount": "trans|Transfette|שומן טרנס|חומצות שומן טרנס",
	"nutrition.cholesterol.amount": "Cholesterin|כולסטרול",
	"nutrition.sodium.amount": "Natrium|נתרן",
	"nutrition.total_carbohydrate.amount": "carbs|carbohydrates|carbohydrate|Kohlenhydrate|פחמימות|סך הפחמימות",
	"nutrition.dietary_fiber.amount": "fiber|fibre|dietary fibre|Ballaststoffe|סיבים|סיבים תזונתיים",
	"nutrition.total_sugars.amount": "sugar|sugars|Zucker|davon Zucker|סוכרים|סוכר",
	"nutrition.added_sugars.amount": "zugesetzter Zucker|תוספת סוכר",
	"nutrition.protein.amount": "proteins|Eiweiß|Eiweiss|Protein|חלבון|חלבונים",
	"nutrition.calcium.amount": "Kalzium|Calcium|סידן",
	"nutrition.iron.amount": "Eisen|ברזל",
	"nutrition.potassium.amount": "Kalium|אשלגן",
	"ingredients.ingredients_text":
		"ingredients|ingredient list|ingredient statement|Zutaten|Zutatenliste|רכיבים|מרכיבים",
	"ingredients.contains_statement": "contains|Enthält|מכיל",
	"ingredients.may_contain_statement":
		"may contain|traces|Spuren|kann enthalten|kann Spuren enthalten|עלול להכיל|עשוי להכיל",
	"ingredients.allergens": "allergen|allergens|Allergene|אלרגנים|אלרגניים",
	"catalog_meta.department": "dept|Abteilung|מחלקה",
	"catalog_meta.subcategory": "sub category|Unterkategorie|Untergruppe|תת קטגוריה|תת קבוצה",
	"catalog_meta.web_description": "web text|marketing text|Werbetext|Marketingtext|תיאור שיווקי",
	"catalog_meta.variety": "cultivar|Sorte|זן",
};

/** What people call the fields of a table of certificates, whose columns would mean something else in a table of products. */
const WORDS_OF_CERTIFICATES: Readonly<Record<string, string>> = {
	"certificate.certificate_id":
		"certificate_id|certificate|certificate id|certificate no|certificate number|cert no|kosher certificate no|letter|letter no|letter of certification|Zertifikat|Zertifikatsnummer|Zertifikat Nr|תעודה|מספר תעודה|תעודת כשרות|מספר תעודת כשרות|מספר התעודה|מס׳ תעודה|מס׳ התעודה|מס׳ תעודת כשרות",
	"certificate.symbol":
		"symbol|hechsher|kosher symbol|agency|kosher agency|certifier|Hechscher|כשרות|הכשר|גוף כשרות|גוף מכשיר|בד״ץ|השגחה|סמל|סמל כשרות|סמל הכשרות",
	"certificate.additional_designation":
		"additional_designation|designation|additional designation|Zusatz|הידור|מהדרין",
	"certificate.issued_on":
		"issued_on|issued|issued on|issue date|date issued|Ausstellungsdatum|ausgestellt am|תאריך הנפקה|הונפק",
	"certificate.valid_until":
		"valid_until|valid until|valid to|valid thru|valid through|expires|expires on|expiry|expiry date|expiration|expiration date|exp|exp date|end date|gültig bis|Ablaufdatum|בתוקף עד|תוקף|תוקף עד|תאריך תוקף|תאריך תפוגה|תוקף התעודה",
	"certificate.checked_on":
		"checked_on|checked|checked on|last checked|verified|verified on|last verified|geprüft|geprüft am|נבדק|תאריך בדיקה",
	"certificate.source": "source|source url|link|url|Quelle|מקור|קישור",
	"certificate.note": "note|notes|remark|remarks|Bemerkung|Notiz|הערה|הערות",
};

const namesIn = (words: Readonly<Record<string, string>>) =>
	Object.entries(words).flatMap(([field, names]) =>
		names.split("|").map((word) => [plainName(word), field] as const),
	);

const certificateFields: ReadonlyMap<string, string> = new Map([
	...namesIn(WORDS_OF_CERTIFICATES),
	...Object.keys(WORDS_OF_CERTIFICATES).map((field) => [plainName(field), field] as const),
]);

/** The field of certificates that the heading of a column says. */
export function certificateFieldOfHeading(heading: string): string | undefined {
	return saidBy(heading, (name) => {
		const field = certificateFields.get(plainName(name));
		return field === undefined ? undefined : { field };
	})?.field;
}

const fields: ReadonlyMap<string, string> = new Map([
	...namesIn(WORDS),
	...columnNames().flatMap((field) => namesOf(field).map((name) => [plainName(name), field] as const)),
]);

const nutrients: readonly (readonly [string, string])[] = [...fields].filter(([, field]) =>
	/^nutrition\.(?!.*\.dv$)/.test(field),
);
/** Letters of a name, of which one may be another: so many must there be that no other name is as near. */
const LETTERS_PER_ERROR = 5;

/** The field of the nutrition panel whose name a word was probably meant to be, as where a picture is read. */
export function nearestNutrient(name: string): string | undefined {
	const plain = plainName(name);
	const most = Math.floor(plain.length / LETTERS_PER_ERROR);
	if (most === 0) return undefined;
	return nutrients.find(
		([known]) => Math.abs(known.length - plain.length) <= most && editDistance(plain, known) <= most,
	)?.[1];
}

/** `nutrition.sodium.amount` is also called sodium, and `info.brand` brand. */
function namesOf(field: string): string[] {
	const [scope = "", ...rest] = field.split(".");
	const inner = rest.filter((part) => part !== "amount").join(".");
	return inner === "" || scope === "hechshers" || scope === "certificate" ? [field] : [field, inner];
}

const UNITS =
	'g|gr|grams?|gramm|kg|mg|mcg|µg|ml|cl|l|oz|lbs?|kcal|kj|גרם|ג\'|גר\'|ק"ג|מ"ג|מ"ל|מ״ג|מ״ל|ק״ג|מל|מג|ליטר';
const IN_BRACKETS = new RegExp(`^(.*?)\\s*[([]\\s*(?:in |ב)?(${UNITS})\\s*[)\\]]\\s*$`, "iu");
const AFTER = new RegExp(`^(.*?)(?:,|\\s+in|\\s+ב)\\s*(${UNITS})\\s*$`, "iu");

interface Called {
	readonly field: string;
	readonly unit?: string;
}

/** The field that a name says, and the unit of its numbers. */
export function fieldCalled(name: string): Called | undefined {
	const [, called = name, unit] = IN_BRACKETS.exec(name) ?? AFTER.exec(name) ?? [];
	const field = fields.get(plainName(called));
	if (field === undefined) return undefined;
	return unit === undefined || field === "nutrition.calories" ? { field } : { field, unit };
}

/** The field that the heading of a column says, also in two languages. */
export function fieldOfHeading(heading: string): Called | undefined {
	return saidBy(heading, fieldCalled);
}

const BETWEEN_NAMES = /[/|\r\n]|\s[-–—]\s/u;
const BRACKETS = new RegExp(`[([](?!\\s*(?:in |ב)?(?:${UNITS})\\s*[)\\]])([^()[\\]]*)[)\\]]`, "giu");
/** `DD/MM/YYYY`, `TT.MM.JJJJ` */
const DATE_PATTERN = /^[dmytj.\s-]+$/iu;
const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

/** Of a heading in two scripts (`בתוקף עד / Valid until`), one name that is known says what it is; in one script all must say the same: `Item / price` is no name. */
function saidBy(heading: string, called: (name: string) => Called | undefined): Called | undefined {
	const whole = called(heading);
	if (whole) return whole;
	const names = heading
		.replace(BRACKETS, "/$1/")
		.split(BETWEEN_NAMES)
		.filter((name) => name.trim() !== "" && !DATE_PATTERN.test(name));
	const known = names.flatMap((name) => called(name) ?? []);
	const scripts = new Set(names.filter(called).map(isLatin));
	const isClear = names.every((name) => called(name) ?? !scripts.has(isLatin(name)));
	if (!isClear || new Set(known.map(({ field }) => field)).size > 1) return undefined;
	return known.find(({ unit }) => unit !== undefined) ?? known[0];
}
