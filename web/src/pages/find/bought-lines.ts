import { formatDay, formatMoment } from "../../format/dates.ts";
import { NOT_STATED } from "../../format/metadata-words.ts";
import { productWord } from "../../format/products.ts";
import { formatSize } from "../../format/sizes.ts";

/** A value for display. */
export interface BoughtLine {
	readonly name: string;
	readonly value: string;
}

/** Values whose text is one of a few words of the API. */
const WORDS: ReadonlySet<string> = new Set(["bracha"]);
const TIMES: ReadonlySet<string> = new Set(["scanned_at", "updated_at"]);

/** The values of what was bought, one per line, in words; empty ones are left out. */
export function boughtLines(values: unknown): BoughtLine[] {
	const { product_meta: meta, image_meta: pictures } = values as Readonly<Record<string, object | undefined>>;
	const lines = Object.entries(meta ?? {}).flatMap(([name, value]) => linesOf(name, value));
	const files = Object.entries(pictures ?? {}).flatMap(([variant, facts]) =>
		oneLine(variant, facts ? pictureTexts(facts) : []),
	);
	return [...lines, ...files].map(({ name, value }) => ({ name: productWord(name), value }));
}

function linesOf(name: string, value: unknown): BoughtLine[] {
	const text = textOf(name, value);
	if (text !== undefined) return text === "" ? [] : [{ name, value: text }];
	if (name === "hechshers" && Array.isArray(value)) return oneLine(name, value.map(hechsherText));
	if (Array.isArray(value))
		return oneLine(
			name,
			value.map((item) => textOf(name, item) ?? ""),
		);
	return Object.entries(value as object).flatMap(([part, inner]) => {
		const { amount, dv } = (inner ?? {}) as { amount?: string | null; dv?: string | null };
		if (amount === undefined) return linesOf(part, inner);
		return oneLine(part, [amount ?? "", dv ?? ""]);
	});
}

/** A plain value; `undefined` for lists and objects. */
function textOf(name: string, value: unknown): string | undefined {
	if (value === null) return "";
	if (typeof value === "boolean") return value ? "Yes" : NOT_STATED;
	if (typeof value !== "string") return typeof value === "object" ? undefined : String(value);
	if (TIMES.has(name)) return formatMoment(value);
	return WORDS.has(name) && value !== "" ? productWord(value) : value;
}

function hechsherText(hechsher: { symbol: string; dairy_meat_pareve?: string | null }): string {
	return [hechsher.symbol, hechsher.dairy_meat_pareve ?? ""].filter((word) => word !== "").join(" ");
}

interface PictureFacts {
	readonly photo_date?: string;
	readonly resolution?: string;
	readonly file_size_bytes?: number;
	readonly ownership?: string;
}

function pictureTexts({ photo_date, resolution, file_size_bytes, ownership }: PictureFacts): string[] {
	return [
		photo_date === undefined ? "" : `photographed ${formatDay(photo_date)}`,
		resolution === undefined ? "" : `${resolution.replace("x", " × ")} pixels`,
		file_size_bytes === undefined ? "" : formatSize(file_size_bytes),
		ownership ?? "",
	];
}

function oneLine(name: string, texts: readonly string[]): BoughtLine[] {
	const value = texts.filter((text) => text !== "").join(", ");
	return value === "" ? [] : [{ name, value }];
}
