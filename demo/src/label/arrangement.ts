import { brandMark } from "./brand-mark.ts";
import type { LabelContent, Panel } from "./content.ts";
import { foot, nameBlock, seal, standing } from "./parts.ts";
import { type Fill, moveTo, type TextStyle, text } from "./svg.ts";

type Share = number;

/** How a front is arranged over its backdrop: shares of the panel's width for x, widths and font sizes, of its height for the rest. */
type Arrangement = {
	backdrop: readonly string[];
	brand: readonly [top: Share, width: Share, height: Share, ground?: "paper" | "dark" | "palette"];
	name: {
		room: readonly [top: Share, width: Share, height: Share, maxSize: Share];
		/** In the middle of this height instead of at its top. */
		turned?: number;
		centred?: boolean;
		fill: Fill;
		weight?: 600 | 700 | 800;
		maxLines?: number;
	};
	tagline?: { fill: string; size?: Share; top?: Share } & Pick<TextStyle, "italic" | "weight">;
	food: readonly [bottom: Share, width: Share, height: Share, shadow?: number];
	foot: readonly [ink: string, options?: Parameters<typeof foot>[3]];
	seal?: readonly [x: Share, y: Share, radius: Share];
};

export function arranged(
	content: LabelContent,
	panel: Panel,
	{ backdrop, brand, name, tagline, ...rest }: Arrangement,
): string {
	const { width: w, height: h } = panel;
	const [top, width, height, maxSize] = name.room;
	const room = {
		x: 0,
		y: 0,
		width: w * width,
		height: h * height,
		maxSize: w * maxSize,
		maxLines: name.maxLines ?? 3,
	};
	const block = nameBlock(content, room, { fill: name.fill, weight: name.weight ?? 700 });
	const [brandTop, brandWidth, brandHeight, ground] = brand;
	const [bottom, foodWidth, foodHeight, shadow] = rest.food;
	const { top: taglineTop, size = 0.042, weight = 600, ...style } = tagline ?? { fill: "none" };
	const under = taglineTop ? h * taglineTop : h * (top + 0.01) + block.height + w * 0.047;
	return [
		...backdrop,
		brandMark(
			content,
			{ centreX: w / 2, top: h * brandTop, width: w * brandWidth, height: h * brandHeight },
			ground,
		),
		moveTo(w / 2, h * top, moveTo(0, name.centred ? -block.height / 2 : 0, block.svg), name.turned),
		tagline
			? text(content.tagline, w / 2, under, { ...style, size: w * size, weight, maxWidth: w * 0.74 })
			: "",
		standing(content.food, w / 2, h * bottom, w * foodWidth, h * foodHeight, shadow),
		foot(content, panel, rest.foot[0], rest.foot[1] ?? {}),
		rest.seal ? seal(content, w * rest.seal[0], h * rest.seal[1], w * rest.seal[2]) : "",
	].join("");
}

/** Content drawn 100 wide and high, stretched over the panel. */
export function stretched({ width, height }: Panel, ...content: readonly string[]): string {
	return moveTo(0, 0, content.join(""), 0, width / 100, height / 100);
}

/** A layout: a front, from its content and the panel it has to fill. */
export type Layout = (content: LabelContent, panel: Panel) => string;
