import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import bidiFactory, { type Bidi } from "bidi-js";
import opentype from "opentype.js";

export type LetterWeight = 300 | 400 | 500 | 600 | 700 | 800;

export type TextOutlineOptions = {
	/** Size of the em square. */
	sizePx: number;
	weight: LetterWeight;
	/** Position of the anchor, on the baseline. */
	x: number;
	y: number;
	anchor?: "start" | "middle" | "end";
	/** Wider text is set smaller until it fits. */
	maxWidthPx?: number;
	/** Extra space after each letter. */
	trackingPx?: number;
	italic?: boolean;
};

export type TextOutline = {
	/** SVG path data; empty when nothing in the text can be drawn. */
	d: string;
	/** Advance width of the line as drawn. */
	widthPx: number;
	/** Ascent plus descent at the size as drawn. */
	heightPx: number;
};

/**
 * Sets one line of text as SVG path data, so that a picture looks the same on a machine without any font.
 * Covers Latin, Latin Extended and Hebrew (laid out right to left); characters the typeface does not have, emoji
 * among them, are left out.
 */
export function textPath(text: string, options: TextOutlineOptions): TextOutline {
	const letters = shape(text, options.weight, options.italic ?? false);
	const tracking = options.trackingPx ?? 0;
	const naturalPx = advanceWidth(letters, options.sizePx, tracking);
	const shrink = options.maxWidthPx ? Math.min(1, options.maxWidthPx / Math.max(naturalPx, 1e-9)) : 1;
	const sizePx = options.sizePx * shrink;
	const widthPx = naturalPx * shrink;
	const left = options.x - widthPx * ANCHOR_SHARE[options.anchor ?? "start"];
	return {
		d: outline(letters, left, options.y, sizePx, tracking * shrink),
		widthPx,
		heightPx: LINE_HEIGHT_EM * sizePx,
	};
}

/** Width in pixels that `textPath` would give the line at this size, without drawing it. */
export function textWidthPx(text: string, sizePx: number, weight: LetterWeight, italic = false): number {
	return advanceWidth(shape(text, weight, italic), sizePx, 0);
}

const ANCHOR_SHARE = { start: 0, middle: 0.5, end: 1 };
/** Open Sans: ascender 1.069 em, descender 0.293 em. */
const LINE_HEIGHT_EM = 1.362;

/** Characters of a line that the typeface does not have and `textPath` leaves out, each once. */
export function missingCharacters(text: string): string[] {
	return [...new Set(visualOrder(text).filter((character) => !letterOf(character, 700, false)))];
}

/** The files the typeface is split into, most likely first: later ones are read only when needed. */
const SUBSETS = ["latin", "latin-ext", "hebrew", "math", "symbols"] as const;

type Letter = { font: opentype.Font; glyph: opentype.Glyph; advanceEm: number; kernEm: number };

function shape(text: string, weight: LetterWeight, italic: boolean): Letter[] {
	const letters: Letter[] = [];
	for (const character of visualOrder(text)) {
		const letter = letterOf(character, weight, italic);
		if (!letter) continue;
		const before = letters.at(-1);
		const kernEm = before && before.font === letter.font ? kerningEm(before, letter) : 0;
		letters.push({ ...letter, kernEm });
	}
	return letters;
}

function kerningEm(before: Letter, letter: Letter): number {
	return letter.font.getKerningValue(before.glyph, letter.glyph) / letter.font.unitsPerEm;
}

function letterOf(character: string, weight: LetterWeight, italic: boolean): Letter | undefined {
	for (const subset of SUBSETS) {
		const font = fontOf(subset, weight, italic);
		const index = font.charToGlyphIndex(character);
		if (!index) continue;
		const glyph = font.glyphs.get(index);
		return { font, glyph, advanceEm: (glyph.advanceWidth ?? 0) / font.unitsPerEm, kernEm: 0 };
	}
	return undefined;
}

function advanceWidth(letters: Letter[], sizePx: number, trackingPx: number): number {
	const ems = letters.reduce((sum, letter) => sum + letter.kernEm + letter.advanceEm, 0);
	return ems * sizePx + Math.max(0, letters.length - 1) * trackingPx;
}

function outline(
	letters: Letter[],
	left: number,
	baseline: number,
	sizePx: number,
	trackingPx: number,
): string {
	let x = left;
	let d = "";
	for (const letter of letters) {
		x += letter.kernEm * sizePx;
		for (const [command, ...points] of outlineOf(letter.glyph)) {
			d += command;
			for (let i = 0; i < points.length; i += 2)
				d += `${i ? " " : ""}${short(x + (points[i] as number) * sizePx)} ${short(baseline + (points[i + 1] as number) * sizePx)}`;
		}
		x += letter.advanceEm * sizePx + trackingPx;
	}
	return d;
}

/** A drawing command and its points, x and y in turn, in em. */
type Stroke = [command: string, ...points: number[]];

const outlines = new WeakMap<opentype.Glyph, Stroke[]>();

/** The strokes of a glyph, computed once, since letters recur. */
function outlineOf(glyph: opentype.Glyph): Stroke[] {
	const known = outlines.get(glyph);
	if (known) return known;
	const strokes = glyph.getPath(0, 0, 1).commands.map((command): Stroke => {
		if (command.type === "C")
			return ["C", command.x1, command.y1, command.x2, command.y2, command.x, command.y];
		if (command.type === "Q") return ["Q", command.x1, command.y1, command.x, command.y];
		return command.type === "Z" ? ["Z"] : [command.type, command.x, command.y];
	});
	outlines.set(glyph, strokes);
	return strokes;
}

const HUNDREDTHS = Array.from({ length: 100 }, (_, i) => (i === 0 ? "" : `.${String(i).padStart(2, "0")}`));

/** A number with at most two decimals, assembled from integers, which is several times faster. */
function short(value: number): string {
	const hundredths = Math.round(Math.abs(value) * 100);
	const text = Math.floor(hundredths / 100) + (HUNDREDTHS[hundredths % 100] as string);
	return value < 0 && hundredths > 0 ? `-${text}` : text;
}

const fonts = new Map<string, opentype.Font>();
const locate = createRequire(import.meta.url);

function fontOf(subset: (typeof SUBSETS)[number], weight: LetterWeight, italic: boolean): opentype.Font {
	const file = `open-sans-${subset}-${weight}-${italic ? "italic" : "normal"}.woff`;
	const known = fonts.get(file);
	if (known) return known;
	const bytes = readFileSync(locate.resolve(`@fontsource/open-sans/files/${file}`));
	const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
	fonts.set(file, font);
	return font;
}

/** The types describe an ES module; Node.js is given CommonJS, whose default export is the factory itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * Characters of one line in the order in which they are drawn from left to right, by the Unicode Bidirectional Algorithm (UAX #9); the first
 * strong character sets the direction of the line. After composition, combining marks are dropped: text outlines cannot place them.
 */
export function visualOrder(text: string): string[] {
	const line = text
		.normalize("NFC")
		.replace(/[\p{Mn}\p{Cf}]/gu, "")
		.replace(/\s/gu, " ");
	if (!/\p{Script=Hebrew}/u.test(line)) return [...line];
	return [...bidi.getReorderedString(line, bidi.getEmbeddingLevels(line))];
}
