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
