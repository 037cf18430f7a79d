/** Query parameter values that are not a valid whole number, date or boolean. */
export const nonsense = ["", " ", "x", "1e308", "-1", "1.5", "NaN", "0x10", "%00", "%ED%A0%80", "１", "null"];

/** Invalid bodies for a barcode check, each with a description. */
export const badBarcodeBodies: readonly (readonly [string, unknown])[] = [
	["nothing", {}],
	["a text", { barcodes: "4011" }],
	["null", { barcodes: null }],
	["an object", { barcodes: { 0: "4011" } }],
	["an empty list", { barcodes: [] }],
	["501 barcodes", { barcodes: Array.from({ length: 501 }, (_, i) => String(100_000 + i)) }],
	["501 times the same", { barcodes: new Array(501).fill("4011") }],
	["a number", { barcodes: [4011] }],
	["a number among texts", { barcodes: ["4011", 4012] }],
	["null among texts", { barcodes: ["4011", null] }],
	["nested lists", { barcodes: [["4011"]] }],
	["lists nested deep", { barcodes: JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) }],
	["a list instead of an object", ["4011"]],
	["a text instead of an object", "4011"],
	["null instead of an object", null],
];

/** Strings that are not barcodes. */
export const badBarcodes = [
	"",
	"123",
	"123456789012345",
	"12345x78",
	" 4011",
	"4011\n",
	"4011\0",
	"٤٠١١",
	"４０１１",
	"\ud800",
	"__proto__",
	"' or 1=1 --",
	"1".repeat(100_000),
];

/** Values of `Idempotency-Key` that do not have the format of SPEC 4.5. */
export const badKeys = [
	"short",
	"a".repeat(19),
	"a".repeat(256),
	`${"a".repeat(20)} b`,
	`${"a".repeat(20)}/`,
];
