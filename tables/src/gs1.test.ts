import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGs1 } from "./gs1.ts";
import { APPLICATION_IDENTIFIERS } from "./gs1-identifiers.ts";

const GTIN = "09506000134352";
const read = (text: string) => {
	const found = readGs1(text);
	return found instanceof Map ? Object.fromEntries(found) : found;
};

type Case = readonly [text: string, expected: Readonly<Record<string, string>> | string | undefined];

describe("element strings with brackets", () => {
	test.each<Case>([
		[`(01)${GTIN}(10)AB-1`, { "01": GTIN, "10": "AB-1" }],
		[`(10)AB(1)C(01)${GTIN}`, { "10": "AB(1)C", "01": GTIN }],
		["(10)AB-1", { "10": "AB-1" }],
		[`(01)${GTIN}(01)${GTIN}`, { "01": GTIN }],
		[`(01)${GTIN}(3103)000195(392)1`, "unknown_ai"],
		[`(01)${GTIN}(3922)1995`, { "01": GTIN, "3922": "1995" }],
		[`(01)${GTIN}(8010)ab`, "gs1_syntax"],
		[`(01)${GTIN}(01)09506000134369`, "gs1_syntax"],
		["(01)9506000134352", "gs1_syntax"],
		["(01)", "gs1_syntax"],
		["(1)9506000134352", "gs1_syntax"],
		[`(01) ${GTIN}`, "gs1_syntax"],
		[`(01)${GTIN}(10)${"A".repeat(21)}`, "gs1_syntax"],
		[`(01)${GTIN}(10)שלום`, "gs1_syntax"],
		[`(05)1(01)${GTIN}`, "unknown_ai"],
		["(hello)", undefined],
	])("%j is %j", (text, expected) => expect(read(text)).toEqual(expected));
});

describe("element strings as scanners send them", () => {
	test.each<Case>([
		[`01${GTIN}`, { "01": GTIN }],
		[`01${GTIN}1727123110AB`, { "01": GTIN, "17": "271231", "10": "AB" }],
		[`01${GTIN}10AB\u001d17271231`, { "01": GTIN, "10": "AB", "17": "271231" }],
		[`01${GTIN}\u001d10AB\u001d`, { "01": GTIN, "10": "AB" }],
		[`01${GTIN}10AB17271231`, { "01": GTIN, "10": "AB17271231" }],
		...["\u001d", "]C1", "]d2", "]Q3", "]e0"].map(
			(start) => [`${start}01${GTIN}21X`, { "01": GTIN, "21": "X" }] as Case,
		),
		["]C110AB", "gs1_syntax"],
		[`]C1\u001d01${GTIN}`, "gs1_syntax"],
		[`01${GTIN}05`, "unknown_ai"],
		[`01${GTIN}xx`, "gs1_syntax"],
		[`01${GTIN}1727123`, "gs1_syntax"],
		[`01${GTIN}10`, "gs1_syntax"],
		[`01${GTIN}10A\u001d10B`, "gs1_syntax"],
		["01abc", undefined],
		["0195060001343", undefined],
		["10AB", undefined],
		["]E09506000134352", undefined],
	])("%j is %j", (text, expected) => expect(read(text)).toEqual(expected));
});

describe("GS1 Digital Links", () => {
	test.each<Case>([
		[`https://id.gs1.org/01/${GTIN}`, { "01": GTIN }],
		[
			`HTTP://shop.example:8080/a/b/01/${GTIN}/22/2A/10/AB/21/7/?17=271231&linkType=gs1:pip#x`,
			{ "01": GTIN, "22": "2A", "10": "AB", "21": "7", "17": "271231" },
		],
		[`]Q1https://id.gs1.org/01/${GTIN}/235/TX`, { "01": GTIN, "235": "TX" }],
		[`]d1http://id.gs1.org/01/${GTIN}/10/A%2FB%2525`, { "01": GTIN, "10": "A/B%25" }],
		[`https://id.gs1.org/01/01/${GTIN}/10/01`, { "01": GTIN, "10": "01" }],
		[`https://id.gs1.org/01/${GTIN}?01=${GTIN}`, { "01": GTIN }],
		[`https://id.gs1.org/01/${GTIN}?01=09506000134369`, "gs1_syntax"],
		["https://id.gs1.org/00/123456789012345675", { "00": "123456789012345675" }],
		[`https://id.gs1.org/01/${GTIN}/10/AB/22/2A`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}/10/AB/235/X`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}/17/271231`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}?21=7`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}/10`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}/10/A%B`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}/10/%D7%90`, "gs1_syntax"],
		[`https://id.gs1.org/01/${GTIN}?05=1`, "unknown_ai"],
		["https://id.gs1.org/01/950600013435", { "01": "00950600013435" }],
		["https://id.gs1.org/01/9506000134352", { "01": GTIN }],
		["https://id.gs1.org/01/96385074/10/AB", { "01": "00000096385074", "10": "AB" }],
		["https://id.gs1.org/01/9638507", "gs1_syntax"],
		["https://id.gs1.org/01/9506000134", "gs1_syntax"],
		["https://shop.example/products/9506000134352", undefined],
		["https://shop.example/", undefined],
		[`https:///01/${GTIN}`, undefined],
		[`ftp://id.gs1.org/01/${GTIN}`, undefined],
	])("%j is %j", (text, expected) => expect(read(text)).toEqual(expected));
});

test("no application identifier is the beginning of another, and all 541 are known", () => {
	const all = [...APPLICATION_IDENTIFIERS.keys()];
	expect(all.filter((one) => all.some((other) => other !== one && other.startsWith(one)))).toEqual([]);
	expect(all).toHaveLength(541);
});

const value = fc.stringMatching(/^[!-"%-?A-Z_a-z]{1,20}$/);

test("what is written from elements is read as these elements, in each form", () => {
	fc.assert(
		fc.property(value, value, fc.stringMatching(/^\d{6}$/), (lot, serial, day) => {
			const elements = { "01": GTIN, "10": lot, "21": serial, "17": day };
			const query = `17=${day}`;
			const path = `/01/${GTIN}/10/${encodeURIComponent(lot)}/21/${encodeURIComponent(serial)}`;
			expect(read(`https://id.gs1.org${path}?${query}`)).toEqual(elements);
			expect(read(`]d201${GTIN}10${lot}\u001d21${serial}\u001d17${day}`)).toEqual(elements);
			if (!/\(\d{2,4}\)/.test(`${lot} ${serial}`)) {
				expect(read(`(01)${GTIN}(10)${lot}(21)${serial}(17)${day}`)).toEqual(elements);
			}
		}),
	);
});

test("no text makes it fail or take long", () => {
	const piece = fc.constantFrom(
		"(01)",
		"(10)",
		GTIN,
		"01",
		"10",
		"\u001d",
		"]C1",
		"https://a/",
		"/01/",
		"%",
		"?",
		"=",
		"\ud800",
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 20 }), (pieces) => {
			const found = readGs1(pieces.join("").slice(0, 200));
			expect(found === undefined || typeof found === "string" || found instanceof Map).toBe(true);
		}),
	);
});
