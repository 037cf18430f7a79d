import { rowsOf } from "@packshot/tables/delimiter";
import { expect, test } from "vitest";
import { headOf } from "./table-head.ts";

const headOfText = (text: string) =>
	headOf(
		rowsOf(
			text.split("\n").map((line, at) => ({ line: at + 1, text: line })),
			";",
		),
	);

const headOfCells = (...rows: string[][]) => headOf(rows.map((cells, at) => ({ line: at + 1, cells })));

test("columns are recognised by names in English, German and Hebrew, below titles and groups", () => {
	const head = headOfText(
		[
			"Price list, autumn",
			"Product;;;Kosher;;Nutrition;",
			"EAN-Code;שם מוצר;Marke;כשר לפסח;Kosher status;Fett (g);Internal no.;Preis",
			"7290000066318;מצה;Golden Sheaf;כן;חלבי;3,5;17;9,90",
			"7290000066325;Crackers;Golden Sheaf;לא;פרווה;2;18;4,90",
		].join("\n"),
	);
	expect(head?.headerLine).toBe(3);
	expect(head?.guess).toEqual({
		"EAN-Code": "barcode",
		"שם מוצר": "info.product_name",
		Marke: "info.brand",
		"כשר לפסח": "info.kosher_for_passover",
		"Kosher status": "hechshers.dairy_meat_pareve",
		"Fett (g)": { field: "nutrition.total_fat.amount", unit: "g" },
	});
	expect(head?.columns[3]).toEqual({ name: "כשר לפסח", samples: ["כן", "לא"], values: ["כן", "לא"] });
});

test.each([
	["כשרות", ["חלבי", "פרווה", "בשרי"], "hechshers.dairy_meat_pareve"],
	["כשר לפסח", ["פרווה"], "hechshers.dairy_meat_pareve"],
	["כשרות", ["בד״ץ העדה החרדית", "OU"], "hechshers"],
	["סוג כשרות", ["OU", "בד״ץ בית יוסף"], "hechshers"],
	["סוג כשרות", ["חלבי", "?"], "hechshers.dairy_meat_pareve"],
	["חלבי/בשרי", ["חלבי"], "hechshers.dairy_meat_pareve"],
	["מחלקה", ["שהכל", "מזונות"], "info.bracha"],
	["כשר לפסח", ["כן", "לא"], "info.kosher_for_passover"],
	["שם מוצר", ["Dairy", "Meat"], "info.product_name"],
])("a column %s that holds %j is %s", (name, cells, field) => {
	const rows = cells.map((cell, at) => `729000006631${at};${cell};x`);
	expect(headOfText([`ברקוד;${name};מותג`, ...rows].join("\n"))?.guess).toMatchObject({ [name]: field });
});

test("of two columns with kosher statuses the one that is called so has the field, and the agency goes where it is", () => {
	const head = headOfText(
		"ברקוד;כשרות;סטטוס כשרות;הכשר\n7290000066318;חלבי;חלבי;OU\n7290000066325;פרווה;פרווה;OK",
	);
	expect(head?.guess).toEqual({
		ברקוד: "barcode",
		"סטטוס כשרות": "hechshers.dairy_meat_pareve",
		הכשר: "hechshers",
	});
});

test("in a table of certificates, columns that would change products are left to the person", () => {
	const head = headOfText(
		[
			"EAN;Product;Brand;Size;Kashrut;Kosher for Passover;Certificate No.;Valid until;Note",
			"7290000066318;CHICKPEAS IN BRINE 400G;Sheaf;400 g;OU;פרווה;417;2027-03-31;a",
			"7290000066325;LENTILS IN BRINE 400G;Sheaf;400 g;OU;פרווה;417;2027-03-31;b",
			"7290000066332;BEANS IN BRINE 400G;Sheaf;400 g;OU;פרווה;417;2027-03-31;c",
		].join("\n"),
	);
	expect(head?.guess).toEqual({
		EAN: "barcode",
		"Certificate No.": "certificate.certificate_id",
		"Valid until": "certificate.valid_until",
		Note: "certificate.note",
	});
	const own = headOfText("EAN;Product;certificate.certificate_id\n7290000066318;CHICKPEAS;417");
	expect(own?.guess).toEqual({ EAN: "barcode", "certificate.certificate_id": "certificate.certificate_id" });
});

test.each([
	["בתוקף עד / Valid until", "certificate.valid_until"],
	["Valid until\nבתוקף עד", "certificate.valid_until"],
	["Valid until (DD/MM/YYYY)", "certificate.valid_until"],
	["Expires - תום התעודה", "certificate.valid_until"],
	["תאריך תוקף", "certificate.valid_until"],
	["Exp. Date", "certificate.valid_until"],
	["סמל/Symbol", "certificate.symbol"],
	["Symbol (סמל כשרות)", "certificate.symbol"],
	["נבדק לאחרונה [Last verified]", "certificate.checked_on"],
	["Symbol / valid until", undefined],
	["Symbol (size)", undefined],
])("of certificates, a heading %j says %s", (name, field) => {
	for (const id of ["מס׳ תעודה / Certificate No.", "מס' תעודה", "מספר התעודה"])
		expect(headOfCells(["EAN", id, name], ["7290000066318", "417", "OU"])?.guess).toEqual({
			EAN: "barcode",
			[id]: "certificate.certificate_id",
			...(field && { [name]: field }),
		});
});

test.each([
	["שם מוצר / Product name", "info.product_name"],
	["Country of origin\n(ארץ ייצור)", "info.country_of_origin"],
	["Produkt / Name", "info.product_name"],
	["Fett (g) / שומן (גרם)", { field: "nutrition.total_fat.amount", unit: "g" }],
	["נתרן / Sodium (mg)", { field: "nutrition.sodium.amount", unit: "mg" }],
	["Item / price", undefined],
	["Brand - product", undefined],
	["מחיר (Price)", undefined],
])("a heading %j says %j", (name, field) => {
	const guess = headOfCells(["ברקוד / Barcode", name], ["7290000066318", "3,5"])?.guess;
	expect(guess).toEqual({ "ברקוד / Barcode": "barcode", ...(field && { [name]: field }) });
});

test("columns are recognised by their cells", () => {
	const head = headOfText(
		[
			"A;B;C;D",
			"7290000066318;250 g;חלבי;Milk, Soy",
			"7290000066325;1,5 kg;Parve;Wheat",
			"7290000066332;330 ml;dairy;x",
		].join("\n"),
	);
	expect(head?.guess).toEqual({ A: "barcode", B: "info.net_weight", C: "hechshers.dairy_meat_pareve" });
});

test("a list with commas is split by them, and a name that stands twice is left to the person", () => {
	const head = headOfText("GTIN;Allergens;Notes;Notes\n7290000066318;milk, soy;a;b\n7290000066325;wheat;c;d");
	expect(head?.guess).toEqual({
		GTIN: "barcode",
		Allergens: "ingredients.allergens",
	});
});

test.each(["barcode;info.brand\n4011;x", "", "one line without any barcode"])(
	"%j needs no mapping, or has none",
	(text) => {
		expect(headOfText(text)).toBeUndefined();
	},
);
