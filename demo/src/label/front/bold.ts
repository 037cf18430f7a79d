import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { fittedLines } from "../lines.ts";
import { across, foot, seal, standing } from "../parts.ts";
import { circle, text } from "../svg.ts";

/** One strong colour, the name as large as it fits, the food on a disc that the edge cuts off. */
export function bold(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const squat = h < w * 1.15;
	const words = title(content, panel, contrastOf(palette.ground, palette), squat ? 0.46 : 0.85);
	const room = squat ? h * 0.66 : h * 0.915 - words.bottom;
	const middleX = w * (squat ? 0.72 : 0.58);
	const reach = squat ? h * 0.4 : Math.max(room * 0.62, w * 0.42);
	return [
		across(panel, 0, h, palette.ground),
		circle(middleX, h * 0.92 - room * 0.44, reach * 1.1, palette.deep, { opacity: 0.5 }),
		circle(middleX, h * 0.92 - room * 0.44, reach * 0.96, palette.accent),
		brandMark(content, { centreX: w * 0.5, top: h * 0.045, width: w * 0.8, height: h * 0.12 }),
		standing(content.food, middleX, h * (squat ? 0.88 : 0.915), w * (squat ? 0.5 : 0.92), room * 0.94, 0.4),
		words.svg,
		squat ? "" : seal(content, w * 0.86, words.bottom + w * 0.02, w * 0.09),
		across(panel, h * 0.94, h * 0.07, palette.deep),
		foot(content, panel, palette.paper, 0.016),
	].join("");
}

/** The name from the left, its Hebrew from the right, a line below; and where they end. */
function title(
	content: LabelContent,
	{ width: w, height: h }: Panel,
	ink: string,
	share: number,
): { svg: string; bottom: number } {
	const top = h * 0.195;
	const name = fittedLines(
		content.name,
		w * 0.075,
		top,
		{ width: w * share, height: h * 0.26, maxLines: 3, maxSize: w * 0.19 },
		{ fill: ink, weight: 800, anchor: "start", leading: 0.98 },
	);
	const parts = [name.svg];
	let bottom = top + name.height + w * 0.03;
	if (content.hebrewName) {
		bottom += w * 0.07;
		parts.push(
			text(content.hebrewName, w * (0.075 + share), bottom, {
				size: w * 0.075,
				weight: 700,
				anchor: "end",
				maxWidth: w * share,
				fill: ink,
			}),
		);
	}
	if (content.tagline && share > 0.5) {
		bottom += w * 0.06;
		parts.push(
			text(content.tagline, w * 0.075, bottom, {
				size: w * 0.042,
				weight: 600,
				anchor: "start",
				maxWidth: w * 0.7,
				fill: ink,
			}),
		);
	}
	return { svg: parts.join(""), bottom: bottom + w * 0.03 };
}
