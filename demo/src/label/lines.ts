import { type TextStyle, text, widthOf } from "./svg.ts";

export type Block = { svg: string; height: number; size: number };

/**
 * Sets words in at most `maxLines` centred (or left-aligned) lines, as large as the width and height allow.
 * The block's top is at y; lines stand `leading` em apart.
 */
export function fittedLines(
	words: string,
	x: number,
	y: number,
	room: { width: number; height: number; maxLines: number; maxSize: number },
	style: Omit<TextStyle, "size" | "maxWidth"> & { leading?: number },
): Block {
	const leading = style.leading ?? 1.06;
	const options = lineBreaks(words, room.maxLines).map((lines) => {
		const widest = Math.max(...lines.map((line) => widthOf(line, { ...style, size: 1, tracking: 0 })));
		const byHeight = room.height / (CAP_EM + (lines.length - 1) * leading);
		return { lines, size: Math.min(room.maxSize, room.width / widest, byHeight) };
	});
	const best = options.reduce((a, b) => (b.size > a.size * 1.04 ? b : a));
	const svg = best.lines.map((line, i) =>
		text(line, x, y + best.size * (CAP_EM + i * leading), {
			...style,
			size: best.size,
			maxWidth: room.width,
		}),
	);
	return {
		svg: svg.join(""),
		height: best.size * (CAP_EM + (best.lines.length - 1) * leading),
		size: best.size,
	};
}

/** Height of capitals in Open Sans. */
export const CAP_EM = 0.714;

/** The most balanced line breaks, for each number of lines from one to `maxLines`. */
function lineBreaks(words: string, maxLines: number): string[][] {
	const all = words.split(" ");
	const found: string[][] = [];
	for (let count = 1; count <= Math.min(maxLines, all.length); count++) found.push(evenLines(all, count));
	return found;
}

function evenLines(words: readonly string[], count: number): string[] {
	if (count === 1) return [words.join(" ")];
	const options = Array.from({ length: words.length - count + 1 }, (_, i) => [
		words.slice(0, i + 1).join(" "),
		...evenLines(words.slice(i + 1), count - 1),
	]);
	const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
	return options.reduce((a, b) => (longest(b) < longest(a) ? b : a));
}
