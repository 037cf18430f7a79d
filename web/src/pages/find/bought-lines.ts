/** A value for display. */
export interface BoughtLine {
	readonly name: string;
	readonly value: string;
}

/** The values of what was bought, one per line; empty ones are left out. */
export function boughtLines(values: unknown): BoughtLine[] {
	const { product_meta: meta = {} } = values as { readonly product_meta?: object };
	return Object.entries(meta).flatMap(([name, value]) => linesOf(name, value));
}

function linesOf(name: string, value: unknown): BoughtLine[] {
	const text = textOf(value);
	if (text !== undefined) return text === "" ? [] : [{ name, value: text }];
	if (name === "hechshers" && Array.isArray(value)) return oneLine(name, value.map(hechsherText));
	if (Array.isArray(value))
		return oneLine(
			name,
			value.map((item) => textOf(item) ?? ""),
		);
	return Object.entries(value as object).flatMap(([part, inner]) => {
		const { amount, dv } = (inner ?? {}) as { amount?: string | null; dv?: string | null };
		if (amount === undefined) return linesOf(part, inner);
		return oneLine(part, [amount ?? "", dv ?? ""]);
	});
}

/** A plain value; `undefined` for lists and objects. */
function textOf(value: unknown): string | undefined {
	if (value === null) return "";
	if (typeof value === "boolean") return value ? "Yes" : "No";
	return typeof value === "object" ? undefined : String(value);
}

function hechsherText(hechsher: { symbol: string; dairy_meat_pareve?: string | null }): string {
	return [hechsher.symbol, hechsher.dairy_meat_pareve ?? ""].filter((word) => word !== "").join(" ");
}

function oneLine(name: string, texts: readonly string[]): BoughtLine[] {
	const value = texts.filter((text) => text !== "").join(", ");
	return value === "" ? [] : [{ name, value }];
}
