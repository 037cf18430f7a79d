import { barcodeBars } from "./barcode-bars.ts";
import { brandMark } from "./brand-mark.ts";
import type { LabelContent, Panel } from "./content.ts";
import { hechsherMark } from "./hechsher-mark.ts";
import { paragraph } from "./lines.ts";
import { nutritionPanel, PANEL_WIDTH } from "./nutrition-panel.ts";
import { across, standing } from "./parts.ts";
import { sprigs } from "./patterns.ts";
import { moveTo, rect, text } from "./svg.ts";

type Area = { x: number; y: number; width: number; height: number };

/** The back of a pack: brand, description, nutrition, ingredients, certification, address and barcode, in columns. */
export function back(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const isWide = w > h * 1.15;
	const edge = isWide ? h * 0.07 : w * 0.07;
	const gap = isWide ? edge : edge * 0.6;
	const width = isWide ? (w - edge * 4) / 3 : (w - edge * 2.6) / 2;
	const column = (i: number, y: number, height: number): Area => ({
		x: edge + i * (width + gap),
		y,
		width,
		height,
	});
	const head = h * (isWide ? 0.2 : 0.17);
	const top = isWide ? h * 0.27 : head + h * 0.07;
	const low = h * 0.77;
	const height = isWide ? h - top - edge : low - head - h * 0.085;
	const code = isWide
		? column(2, top + height * 0.5, height * 0.5)
		: column(1, low, Math.min(h - low - edge * 0.7, width * 0.66));
	return [
		across(panel, 0, h, palette.paper),
		across(panel, 0, head, palette.ground),
		across(panel, 0, head, sprigs(w * 0.16, palette.light), 0.2),
		across(panel, head, h * 0.008, palette.accent),
		across(panel, h * 0.985, h * 0.02, palette.ground),
		brandMark(content, {
			centreX: w / 2,
			top: h * 0.028,
			width: w * (isWide ? 0.5 : 0.7),
			height: head * 0.66,
		}),
		isWide
			? ""
			: text(content.name, w / 2, head + h * 0.05, {
					size: w * 0.06,
					weight: 700,
					maxWidth: w * 0.84,
					fill: palette.ink,
				}),
		facts(content, column(0, top, height)),
		words(content, column(1, top, height)),
		certification(content, isWide ? column(2, top, height * 0.44) : column(0, low, h - low - edge * 0.8)),
		barcodeBars(content.barcode, code.x, code.y, code.width, code.height),
	].join("");
}

/** The nutrition panel as large as it fits, or the food where there is none. */
function facts({ nutrition, food }: LabelContent, { x, y, width, height }: Area): string {
	if (!nutrition) return standing(food, x + width / 2, y + height * 0.9, width, height * 0.8);
	const panel = nutritionPanel(nutrition);
	const scale = Math.min(width / PANEL_WIDTH, height / panel.height);
	return moveTo(x + (width - PANEL_WIDTH * scale) / 2, y, panel.svg, 0, scale);
}

function words(content: LabelContent, { x, y, width, height }: Area): string {
	const { palette, ingredients, contains, tagline, story } = content;
	const size = Math.min(width * 0.066, height * 0.05);
	const paragraphs = [
		{ words: story, weight: 400, share: 0.34, fill: palette.ink },
		{ words: ingredients && `INGREDIENTS: ${ingredients}`, weight: 400, share: 0.46, fill: palette.ink },
		{ words: contains?.toUpperCase(), weight: 700, share: 0.16, fill: palette.deep },
		{ words: ingredients ? undefined : tagline, weight: 700, share: 0.2, fill: palette.deep },
	] as const;
	let top = y;
	const blocks = paragraphs.map(({ words, weight, share, fill }) => {
		if (!words) return "";
		const block = paragraph(
			words,
			x,
			top,
			{ width, height: height * share, maxSize: size },
			{ weight, fill },
		);
		top += block.height + size * 0.5;
		return block.svg;
	});
	const left = y + height - top;
	if (!content.nutrition || left < height * 0.3) return blocks.join("");
	return (
		blocks.join("") + standing(content.food, x + width / 2, y + height * 0.97, width * 0.9, left * 0.86, 0.16)
	);
}

function certification(content: LabelContent, { x, y, width, height }: Area): string {
	const { accent, ink } = content.palette;
	const size = Math.min(width * 0.2, height * 0.3);
	const mark = content.certifiedBy
		? hechsherMark(content.certifiedBy, x + size * 0.55, y + size * 0.6, size, ink)
		: rect(x, y + size * 0.5, width * 0.4, size * 0.05, accent);
	const room = { width, height: height - size * 1.3, maxSize: width * 0.062 };
	return (
		mark + paragraph(`${content.address} ${content.netWeight}`, x, y + size * 1.35, room, { fill: ink }).svg
	);
}
