import { Buffer } from "node:buffer";
import type { StyleMark, WatermarkStyle } from "../../pictures/style/style.ts";
import { portalError, requirePlain } from "../errors.ts";
import type { Changes } from "../events.ts";
import type { GivenStyle } from "./contract.ts";
import type { Drawing } from "./drawing.ts";

/**
 * The style described by a form; a logo as pixels, whatever it was.
 * @param today the current style, whose mark is kept if the form has none.
 * @throws HttpError 400 or 422 for a mark that cannot be drawn.
 */
export async function givenStyle(
	{ mark, place, width_percent, opacity_percent }: GivenStyle,
	today: WatermarkStyle,
	{ rasterised }: Pick<Drawing, "rasterised">,
): Promise<WatermarkStyle> {
	return {
		mark: mark === undefined ? today.mark : await givenMark(mark, rasterised),
		place,
		widthPercent: width_percent,
		opacityPercent: opacity_percent,
	};
}

async function givenMark(
	mark: NonNullable<GivenStyle["mark"]>,
	rasterised: Drawing["rasterised"],
): Promise<StyleMark> {
	if ("text" in mark) {
		const text = requirePlain("text", mark.text.trim());
		if (text === "") throw portalError("watermark_refused", { message: "The text is empty." });
		return { text };
	}
	const name = requirePlain("name", mark.name);
	return { logo: await rasterised(Buffer.from(mark.logo, "base64")), name };
}

/** What differs between two styles, for the activity log. */
export function styleChanges(before: WatermarkStyle, after: WatermarkStyle): Changes {
	const changes: Record<string, readonly [unknown, unknown]> = {};
	if (!isSameMark(before.mark, after.mark)) {
		changes.watermark_mark = [markWords(before.mark), markWords(after.mark)];
	}
	if (before.place !== after.place) changes.place = [before.place, after.place];
	if (before.widthPercent !== after.widthPercent) {
		changes.width_percent = [before.widthPercent, after.widthPercent];
	}
	if (before.opacityPercent !== after.opacityPercent) {
		changes.opacity_percent = [before.opacityPercent, after.opacityPercent];
	}
	return changes;
}

function isSameMark(one: StyleMark, other: StyleMark): boolean {
	if ("text" in one || "text" in other) {
		return "text" in one && "text" in other && one.text === other.text;
	}
	return one.name === other.name && Buffer.compare(one.logo, other.logo) === 0;
}

function markWords(mark: StyleMark): string {
	return "text" in mark ? `text "${mark.text}"` : `logo ${mark.name}`;
}
