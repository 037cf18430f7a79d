import { barcodeBars } from "./barcode-bars.ts";
import { brandMark } from "./brand-mark.ts";
import type { LabelContent, Panel } from "./content.ts";
import { hechsherMark } from "./hechsher-mark.ts";
import { nutritionPanel, PANEL_WIDTH } from "./nutrition-panel.ts";
import { paragraph } from "./paragraph.ts";
import { across, standing } from "./parts.ts";
import { PATTERNS } from "./patterns.ts";
import { moveTo, rect, text } from "./svg.ts";

/** The back of a pack: brand, description, nutrition, ingredients, certification, address and barcode. */
export function back(content: LabelContent, panel: Panel): string {
	return panel.width > panel.height * 1.15 ? wideBack(content, panel) : tallBack(content, panel);
}

type Area = { x: number; y: number; width: number; height: number };

function tallBack(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const edge = w * 0.07;
	const head = h * 0.17;
	const low = h * 0.77;
	const column = (w - edge * 2.6) / 2;
	return [
		backdrop(panel, content, head),
		brandMark(content, { centreX: w / 2, top: h * 0.03, width: w * 0.7, height: head * 0.62 }),
		text(content.name, w / 2, head + Math.max(h * 0.045, w * 0.06), {
			size: w * 0.06,
			weight: 700,
			maxWidth: w * 0.84,
			fill: palette.ink,
		}),
		facts(content, { x: edge, y: head + h * 0.07, width: column, height: low - head - h * 0.085 }),
		words(content, {
			x: edge * 1.6 + column,
			y: head + h * 0.07,
			width: column,
			height: low - head - h * 0.085,
		}),
		certification(content, { x: edge, y: low, width: column, height: h - low - edge * 0.8 }),
		barcodeBars(
			content.barcode,
			edge * 1.6 + column,
			low,
			column,
			Math.min(h - low - edge * 0.7, column * 0.66),
		),
	].join("");
}

function wideBack(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const edge = h * 0.07;
	const column = (w - edge * 4) / 3;
	const top = h * 0.27;
	const third = { x: edge * 3 + column * 2, y: top, width: column, height: h - top - edge };
	return [
		backdrop(panel, content, h * 0.2),
		brandMark(content, { centreX: w / 2, top: h * 0.025, width: w * 0.5, height: h * 0.15 }),
		facts(content, { x: edge, y: top, width: column, height: h - top - edge }),
		words(content, { x: edge * 2 + column, y: top, width: column, height: h - top - edge }),
		certification(content, { ...third, height: third.height * 0.44 }),
		barcodeBars(content.barcode, third.x, top + third.height * 0.5, column, third.height * 0.5),
	].join("");
}

function backdrop(panel: Panel, content: LabelContent, head: number): string {
	const { palette } = content;
	const motif = PATTERNS.sprigs(panel.width * 0.16, palette.light);
	return [
		motif.define,
		across(panel, 0, panel.height, palette.paper),
		across(panel, 0, head, palette.ground),
		across(panel, 0, head, motif.fill, 0.2),
		across(panel, head, panel.height * 0.008, palette.accent),
		across(panel, panel.height * 0.985, panel.height * 0.02, palette.ground),
	].join("");
}

/** The nutrition panel as large as it fits, or the food where there is none. */
function facts(content: LabelContent, area: Area): string {
	if (!content.nutrition)
		return standing(
			content.food,
			area.x + area.width / 2,
			area.y + area.height * 0.9,
			area.width,
			area.height * 0.8,
		);
	const panel = nutritionPanel(content.nutrition);
	const scale = Math.min(area.width / PANEL_WIDTH, area.height / panel.height);
	return moveTo(area.x + (area.width - PANEL_WIDTH * scale) / 2, area.y, panel.svg, 0, scale);
}

function words(content: LabelContent, area: Area): string {
	const { palette } = content;
	const size = Math.min(area.width * 0.066, area.height * 0.05);
	const blocks: string[] = [];
	let y = area.y;
	const add = (words: string, weight: 400 | 700, share: number, fill: string) => {
		const block = paragraph(
			words,
			area.x,
			y,
			{ width: area.width, height: area.height * share, maxSize: size },
			{ weight, fill },
		);
		blocks.push(block.svg);
		y += block.height + size * 0.5;
	};
	if (content.story) add(content.story, 400, 0.34, palette.ink);
	if (content.ingredients) add(`INGREDIENTS: ${content.ingredients}`, 400, 0.46, palette.ink);
	if (content.contains) add(content.contains.toUpperCase(), 700, 0.16, palette.deep);
	if (!content.ingredients && content.tagline) add(content.tagline, 700, 0.2, palette.deep);
	const left = area.y + area.height - y;
	if (content.nutrition && left > area.height * 0.3)
		blocks.push(
			standing(
				content.food,
				area.x + area.width / 2,
				area.y + area.height * 0.97,
				area.width * 0.9,
				left * 0.86,
				0.16,
			),
		);
	return blocks.join("");
}

function certification(content: LabelContent, area: Area): string {
	const { palette } = content;
	const size = Math.min(area.width * 0.2, area.height * 0.3);
	const mark = content.certifiedBy
		? hechsherMark(content.certifiedBy, area.x + size * 0.55, area.y + size * 0.6, size, palette.ink)
		: rect(area.x, area.y + size * 0.5, area.width * 0.4, size * 0.05, palette.accent);
	const address = paragraph(
		`${content.address} ${content.netWeight}`,
		area.x,
		area.y + size * 1.35,
		{ width: area.width, height: area.height - size * 1.3, maxSize: area.width * 0.062 },
		{ weight: 400, fill: palette.ink },
	);
	return mark + address.svg;
}
