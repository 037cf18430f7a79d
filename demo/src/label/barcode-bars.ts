import { n, path, rect, text } from "./svg.ts";

/** Bars of the digits 0 to 9 in code set A (ISO/IEC 15420); B is C backwards, C is A inverted. */
const SET_A = [
	"0001101",
	"0011001",
	"0010011",
	"0111101",
	"0100011",
	"0110001",
	"0101111",
	"0111011",
	"0110111",
	"0001011",
];
/** The first digit is encoded in the sets that the six left digits use. */
const PARITY = [
	"AAAAAA",
	"AABABB",
	"AABBAB",
	"AABBBA",
	"ABAABB",
	"ABBAAB",
	"ABBBAA",
	"ABABAB",
	"ABABBA",
	"ABBABA",
];

/** The 95 modules of an EAN-13, 1 for a bar; a UPC-A is an EAN-13 that begins with 0. */
export function modules(barcode: string): string {
	const digits = [...barcode.padStart(13, "0")].map(Number);
	const parity = PARITY[digits[0] as number] as string;
	const left = digits.slice(1, 7).map((digit, i) => (parity[i] === "A" ? codeA(digit) : codeB(digit)));
	const right = digits.slice(7).map(codeC);
	return `101${left.join("")}01010${right.join("")}101`;
}

function codeA(digit: number): string {
	return SET_A[digit] as string;
}

function codeC(digit: number): string {
	return [...codeA(digit)].map((module) => (module === "1" ? "0" : "1")).join("");
}

function codeB(digit: number): string {
	return [...codeC(digit)].reverse().join("");
}

/** Bars with quiet zones and digits on a white field, filling width × height from its top left corner. */
export function barcodeBars(barcode: string, x: number, y: number, width: number, height: number): string {
	const pattern = modules(barcode);
	const module = width / (pattern.length + 18);
	const left = x + module * 9;
	const digitSize = height * 0.17;
	const d = [...pattern].map((bar, i) => {
		const guard = i < 3 || i > 91 || (i > 44 && i < 50);
		const tall = height * (guard ? 0.88 : 0.79);
		return bar === "1"
			? `M${n(left + i * module)} ${n(y + height * 0.06)}h${n(module)}v${n(tall - height * 0.06)}h${n(-module)}z`
			: "";
	});
	return (
		rect(x, y, width, height, "#fff") +
		path(d.join(""), "#111") +
		digitLine(barcode, left, module, y + height * 0.955, digitSize)
	);
}

function digitLine(barcode: string, left: number, module: number, baseline: number, size: number): string {
	const style = { size, weight: 600, fill: "#111", maxWidth: module * 40 } as const;
	const upc = barcode.length === 12;
	const [first, middle, last] = upc
		? [barcode.slice(0, 1), barcode.slice(1, 6), barcode.slice(6, 11)]
		: [barcode.slice(0, 1), barcode.slice(1, 7), barcode.slice(7)];
	return (
		text(first, left - module * 5, baseline, style) +
		text([...middle].join("\u2009"), left + module * (upc ? 26 : 24), baseline, {
			...style,
			tracking: module * 1.2,
		}) +
		text([...last].join("\u2009"), left + module * (upc ? 69 : 71), baseline, {
			...style,
			tracking: module * 1.2,
		}) +
		(upc ? text(barcode.slice(11), left + module * 100, baseline, style) : "")
	);
}
