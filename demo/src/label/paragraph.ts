import type { Block } from "./lines.ts";
import { type TextStyle, text, widthOf } from "./svg.ts";

/** Running text, left-aligned, in the largest size up to `maxSize` that fits the room. */
export function paragraph(
	words: string,
	x: number,
	y: number,
	room: { width: number; height: number; maxSize: number },
	style: Omit<TextStyle, "size" | "maxWidth" | "anchor">,
): Block {
	let size = room.maxSize;
	let lines = wrapped(words, size, room.width, style);
	while (lines.length * size * 1.22 > room.height && size > room.maxSize * 0.3) {
		size *= 0.93;
		lines = wrapped(words, size, room.width, style);
	}
	const svg = lines.map((line, i) =>
		text(line, x, y + size * (0.9 + i * 1.22), { ...style, size, anchor: "start" }),
	);
	return { svg: svg.join(""), height: lines.length * size * 1.22, size };
}

function wrapped(
	words: string,
	size: number,
	width: number,
	style: Omit<TextStyle, "size" | "fill">,
): string[] {
	const lines: string[] = [];
	let line = "";
	let used = 0;
	const space = widthOf(" ", { ...style, size });
	for (const word of words.split(" ")) {
		const length = widthOf(word, { ...style, size });
		if (line && used + space + length > width) {
			lines.push(line);
			line = word;
			used = length;
		} else {
			line = line ? `${line} ${word}` : word;
			used += length + (used ? space : 0);
		}
	}
	return line ? [...lines, line] : lines;
}
