import { modules } from "./ean-modules.ts";
import { data, path, rect, text } from "./svg.ts";

/** Bars with quiet zones and digits on a white field, filling width × height from its top left corner. */
export function barcodeBars(barcode: string, x: number, y: number, width: number, height: number): string {
	const pattern = modules(barcode);
	const module = width / (pattern.length + 18);
	const left = x + module * 9;
	const bars = [...pattern].map((bar, i) => {
		const guard = i < 3 || i > 91 || (i > 44 && i < 50);
		const tall = height * (guard ? 0.82 : 0.73);
		return bar === "1" ? data`M${left + i * module} ${y + height * 0.06}h${module}v${tall}h${-module}z` : "";
	});
	const style = { size: height * 0.17, weight: 600, fill: "#111", maxWidth: module * 40 } as const;
	const digits = (part: string, at: number, tracking = 0) =>
		text([...part].join("\u2009"), left + module * at, y + height * 0.955, { ...style, tracking });
	const isUpc = barcode.length === 12;
	const half = isUpc ? 5 : 6;
	return (
		rect(x, y, width, height, "#fff") +
		path(bars.join(""), "#111") +
		digits(barcode.slice(0, 1), -5) +
		digits(barcode.slice(1, 1 + half), isUpc ? 26 : 24, module * 1.2) +
		digits(barcode.slice(1 + half, 1 + 2 * half), isUpc ? 69 : 71, module * 1.2) +
		digits(barcode.slice(1 + 2 * half), 100)
	);
}
