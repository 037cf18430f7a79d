import { plainName } from "@packshot/tables/column-names";

type Names = Readonly<Record<string, readonly string[]>>;

/**
 * Columns of WooCommerce's export in languages other than English, by their English name. WooCommerce names them in the language of the person who
 * exports (translate.wordpress.org/projects/wp-plugins/woocommerce), and in English what that language lacks. These are the names in exports of shops,
 * today's and earlier ones.
 */
const TRANSLATIONS: Readonly<Record<string, Names>> = {
	German: {
		Type: ["Typ"],
		SKU: ["Artikelnummer", "Artikelnummer (SKU)", "Art.-Nr."],
		Published: ["Veröffentlicht"],
		"Visibility in catalog": ["Sichtbarkeit im Katalog", "Katalogsichtbarkeit"],
		"Short description": ["Kurzbeschreibung"],
		Description: ["Beschreibung"],
		Categories: ["Kategorien"],
		Tags: ["Schlagwörter"],
		Brands: ["Marken"],
		"Regular price": ["Regulärer Preis"],
		Images: ["Bilder"],
	},
	French: {
		SKU: ["UGS"],
		Name: ["Nom"],
		Published: ["Publié"],
		"Visibility in catalog": ["Visibilité dans le catalogue"],
		"Short description": ["Description courte"],
		Categories: ["Catégories"],
		Tags: ["Étiquettes"],
		Brands: ["Marques"],
		"Regular price": ["Tarif régulier"],
	},
	Hebrew: {
		ID: ["מזהה"],
		Type: ["סוג"],
		SKU: ['מק"ט'],
		Name: ["שם"],
		Published: ["פורסם"],
		"Visibility in catalog": ["נראות בקטלוג"],
		"Short description": ["תיאור קצר"],
		Categories: ["קטגוריות"],
		Tags: ["תגיות"],
		Brands: ["מותגים"],
		Description: ["תיאור"],
		"Regular price": ["מחיר רגיל"],
		Images: ["תמונות"],
	},
};

export const LANGUAGES: readonly string[] = ["English", ...Object.keys(TRANSLATIONS)];

/** A column's names in all languages, English first. */
export function everyName(english: string): string[] {
	return [english, ...Object.values(TRANSLATIONS).flatMap((names) => names[english] ?? [])];
}

/** @returns undefined for English. */
export function languageOf(names: readonly string[]): string | undefined {
	const plain = new Set(names.map(plainName));
	const known = Object.entries(TRANSLATIONS).map(([language, translated]) => {
		const count = Object.values(translated).filter((one) => one.some((name) => plain.has(plainName(name))));
		return { language, count: count.length };
	});
	const [most] = known.sort((one, other) => other.count - one.count);
	return most && most.count > 0 ? most.language : undefined;
}
