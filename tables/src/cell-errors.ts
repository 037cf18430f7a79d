/** A formula whose result was not stored, as programs leave it that cannot calculate. */
export const NOT_CALCULATED = "#NOT CALCULATED";

/**
 * What spreadsheets show in place of a value, in the languages in which they have words of their own for it; a row of number signs is a column that is too narrow.
 */
const ERROR = new RegExp(
	`^(?:#(?:${[
		"N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|GETTING_DATA|#+",
		"NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!",
		"VALEUR!|NOM\\?|NOMBRE!|NUL!",
		"¡(?:REF|VALOR|DIV/0|NUM|NULO)!|¿NOMBRE\\?|VALOR!|NOME\\?|NÚM!|N/D",
		"RIF!|VALORE!|NUMERO!",
		"VERW!|WAARDE!|GETAL!|NAAM\\?|NB|LEEG!|DEEL/0!",
		"ADR!|ARG!|LICZBA!|NAZWA\\?|N/D!|ZERO!",
		"ССЫЛКА!|ЗНАЧ!|ДЕЛ/0!|ИМЯ\\?|ЧИСЛО!|ПУСТО!|Н/Д",
	].join("|")})|Err:5\\d\\d)$`,
);

/** What is wrong with a cell that holds an error of a spreadsheet; undefined for a value. */
export function cellError(text: string): string | undefined {
	const first = text.charCodeAt(0);
	if (first !== NUMBER_SIGN && first !== CAPITAL_E) return undefined;
	if (text === NOT_CALCULATED)
		return "a formula whose result is not in the file: open it in a spreadsheet and save it again";
	return ERROR.test(text) ? `the spreadsheet has an error in this cell, ${text}` : undefined;
}

const NUMBER_SIGN = 0x23;
const CAPITAL_E = 0x45;

const MONTHS = [
	"jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?|aug(?:ust)?",
	"sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?",
	"janv|févr|mars|avr(?:il)?|juin|juil(?:let)?|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott",
	"ינו(?:אר)?|פבר(?:ואר)?|מרץ|אפר(?:יל)?|מאי|יונ(?:י)?|יול(?:י)?|אוג(?:וסט)?|ספט(?:מבר)?|אוק(?:טובר)?|נוב(?:מבר)?|דצמ(?:בר)?",
].join("|");
/** `16-May`, `May-25`, `16/05/2025`, `2025-05-16`: what spreadsheets make of `5/16` and the like. */
const DATE = new RegExp(
	[
		"^\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?)?$",
		"^\\d{1,2}([-./])\\d{1,2}\\1(?:\\d{4}|\\d\\d)$",
		`^\\d{1,2}[-.\\s/]+[ב]?(?:${MONTHS})\\.?(?:[-.\\s/]+\\d{2,4})?$`,
		`^(?:${MONTHS})\\.?[-.\\s/]+\\d{2,4}$`,
	].join("|"),
	"iu",
);

/** Why a cell is refused that a spreadsheet shows as a day. */
export const MADE_A_DATE =
	"the spreadsheet has made a date of this cell, format the column as text and enter it again";

/** Whether a text is a day as spreadsheets write it, which no weight or number is. */
export function isDateText(text: string): boolean {
	return DATE.test(text);
}
