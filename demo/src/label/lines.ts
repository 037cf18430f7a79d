import { type TextStyle, text, widthOf } from "./svg.ts";

export type Block = { svg: string; height: number; size: number };

/** Height of capitals in Open Sans. */
const CAP_EM = 0.714;

/**
 * Sets words in at most `maxLines` centred (or left-aligned) lines, as large as the width and height allow.
 * The block's top is at y; lines stand `leading` em apart.
 */
export function fittedLines(
	words: string,
	x: number,
	y: number,
	room: { width: number; height: number; maxLines: number; maxSize: number },
	{ leading = 1.06, ...style }: Omit<TextStyle, "size" | "maxWidth"> & { leading?: number },
): Block {
	const all = words.split(" ");
	const options = Array.from({ length: Math.min(room.maxLines, all.length) }, (_, i) => {
		const lines = evenLines(all, i + 1);
		const widest = Math.max(...lines.map((line) => widthOf(line, { ...style, size: 1 })));
		const heightEm = CAP_EM + i * leading;
		return { lines, heightEm, size: Math.min(room.maxSize, room.width / widest, room.height / heightEm) };
	});
	const { lines, heightEm, size } = options.reduce((a, b) => (b.size > a.size * 1.04 ? b : a));
	const svg = lines.map((line, i) =>
		text(line, x, y + size * (CAP_EM + i * leading), { ...style, size, maxWidth: room.width }),
	);
	return { svg: svg.join(""), height: size * heightEm, size };
}

/** The most balanced line breaks. */
function evenLines(words: readonly string[], count: number): string[] {
	if (count === 1) return [words.join(" ")];
	const options = Array.from({ length: words.length - count + 1 }, (_, i) => [
		words.slice(0, i + 1).join(" "),
		...evenLines(words.slice(i + 1), count - 1),
	]);
	const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
	return options.reduce((a, b) => (longest(b) < longest(a) ? b : a));
}

const LEADING = 1.22;

/** Running text, left-aligned, in the largest size up to `maxSize` that fits the room. */
export function paragraph(
	words: string,
	x: number,
	y: number,
	room: { width: number; height: number; maxSize: number },
	style: Pick<TextStyle, "fill" | "weight">,
): Block {
	let size = room.maxSize;
	let lines = wrapped(words, room.width, { ...style, size });
	while (lines.length * size * LEADING > room.height && size > room.maxSize * 0.3) {
		size *= 0.93;
		lines = wrapped(words, room.width, { ...style, size });
	}
	const svg = lines.map((line, i) =>
		text(line, x, y + size * (0.9 + i * LEADING), { ...style, size, anchor: "start" }),
	);
	return { svg: svg.join(""), height: lines.length * size * LEADING, size };
}

function wrapped(words: string, width: number, style: TextStyle): string[] {
	const lines: string[] = [];
	for (const word of words.split(" ")) {
		const longer = `${lines.at(-1)} ${word}`;
		if (lines.length > 0 && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}
