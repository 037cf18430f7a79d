/** What the name of a column says about its cells. */
export type ColumnKind = "barcode" | "case" | "produce" | "code" | "other" | "unknown";

const BARCODE =
	/bar ?code|gtin|\b(ean|upc|jan|isbn)s?( ?\d+| ?[ae]| ?codes?)?\b|barkod|ברקוד|בר קוד|штрих ?код|c[oó]digo de barras|codes? ?barres?|codice a barre|strichcode|streepjescode|kod kreskowy|باركود|条(形)?码/;
const CASE = /\b(case|carton|outer|inner|pallet|master)\b|ארגז|קרטון|משטח/;
const PRODUCE = /\bplu\b/;
const CODE = /\bcodes?\b|קוד (פריט|מוצר)|^קוד$/;
const OTHER =
	/stock|\bqty\b|quantity|inventory|price|cost|\byear\b|\bdate\b|phone|\bsku\b|\b(item|article|product|part|catalog(ue)?|supplier|vendor|serial|row|line) ?(no|nr|num|number|id)\b|weight|amount|total|size|\b(grams?|kg|ml|oz|units?|pieces|packs?)\b|מלאי|כמות|מחיר|עלות|תאריך|שנה|טלפון|מק ט|מקט|מספר (פריט|קטלוגי|שורה)|ספק|משקל|סה כ/;

/** @param name as it stands in a header, in any of the languages that are known */
export function columnKind(name: string): ColumnKind {
	const words = name
		.replace(/\p{Cf}/gu, "")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
	if (BARCODE.test(words)) return CASE.test(words) ? "case" : "barcode";
	if (PRODUCE.test(words)) return "produce";
	if (OTHER.test(words)) return "other";
	return CODE.test(words) ? "code" : "unknown";
}

/** A normalised column name: `GTIN-13` and `gtin 13` are the same. */
export function plainName(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
