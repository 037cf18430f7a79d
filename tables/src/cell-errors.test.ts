import { expect, test } from "vitest";
import { cellError, isDateText } from "./cell-errors.ts";

test.each([
	"#REF!",
	"#N/A",
	"#BEZUG!",
	"#NV",
	"#VALEUR!",
	"#¡REF!",
	"#¿NOMBRE?",
	"#RIF!",
	"#ССЫЛКА!",
	"#Н/Д",
	"Err:502",
	"####",
])("%s is an error of a spreadsheet", (text) => {
	expect(cellError(text)).toBe(`the spreadsheet has an error in this cell, ${text}`);
});

test.each(["#1", "# 5 shells", "Erdbeeren", "#Hashtag!", "N/A"])("%s is a value", (text) => {
	expect(cellError(text)).toBeUndefined();
});

test.each([
	["2025-05-16", true],
	["2025-05-16 00:00:00", true],
	["16/05/2025", true],
	["16.05.25", true],
	["16-May", true],
	["May-25", true],
	["16. Mai", true],
	["5-דצמ", true],
	["1/2", false],
	["1-2-125", false],
	["5 marshmallows", false],
	["250 g", false],
	["2 x 125", false],
	["1-2 pieces", false],
])("%s is a day as spreadsheets write it: %s", (text, isDate) => {
	expect(isDateText(text)).toBe(isDate);
});
