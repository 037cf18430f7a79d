import { modules } from "./ean-modules.ts";
import { n, path, rect, text } from "./svg.ts";

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
