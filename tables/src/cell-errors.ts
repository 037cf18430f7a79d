/** A formula whose result was not stored, as programs leave it that cannot calculate. */
export const NOT_CALCULATED = "#NOT CALCULATED";

/** What spreadsheets show in place of a value; a row of number signs is a column that is too narrow. */
const ERROR =
	/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA|#+)$/;

/** What is wrong with a cell that holds an error of a spreadsheet; undefined for a value. */
export function cellError(text: string): string | undefined {
	if (text.charCodeAt(0) !== 0x23) return undefined;
	if (text === NOT_CALCULATED)
		return "a formula whose result is not in the file: open it in a spreadsheet and save it again";
	return ERROR.test(text) ? `the spreadsheet has an error in this cell, ${text}` : undefined;
}
