import { mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import sharp from "sharp";
import type { Block, Symbol as Letter, Word as Recognised } from "tesseract.js";
import type { Page, Word } from "./page.ts";

/** The packages that recognise print are optional: they take 60 MB, and only who reads labels needs them. */
export const READER_PACKAGES = ["tesseract.js", "@tesseract.js-data/eng", "@tesseract.js-data/heb"] as const;

export class ReaderMissing extends Error {
	override name = "ReaderMissing";
}

/** Pixels of the longer edge at which a picture is recognised first. */
const FIRST_EDGE_PX = 1800;
const MOST_ENLARGED = 3;
/** Height of a word at which the models read best, and how many pixels that may make. */
const WORD_PX = 34;
const MOST_PIXELS = 7_000_000;
const LEAST_CHANGE = 0.12;
const LATIN = "eng";
const HEBREW = "heb+eng";
const SURE = 70;

/**
 * Recognises the words of a picture twice, at two sizes: the second is the one at which its type has the height that the models were trained for.
 * Nothing is downloaded: models and program lie in packages. Takes some seconds to half a minute, and up to 400 MB, so it belongs into a process that can be ended.
 * @param leastTypePx smaller print is recognised once: it will be refused
 * @throws ReaderMissing where a package is not installed
 */
export async function recognise(picture: Uint8Array, leastTypePx = 0): Promise<Page[]> {
	const { createWorker } = await loaded();
	const models = await modelFolder();
	try {
		const { data, info } = await sharp(picture)
			.rotate()
			.flatten({ background: "#fff" })
			.greyscale()
			.toBuffer({ resolveWithObject: true });
		const size = { width: info.width, height: info.height };
		const options = { langPath: models, cacheMethod: "none", gzip: true } as const;
		const read = async (languages: string, scale: number) => {
			const reader = await createWorker(languages, 1, options);
			try {
				// Of every speck that is no letter it would write a line to stderr, which is the log of the service.
				await reader.setParameters({ user_defined_dpi: "300", debug_file: "/dev/null" });
				const image = await sharp(data)
					.resize({ width: Math.max(1, Math.round(size.width * scale)), kernel: "cubic" })
					.png({ compressionLevel: 1 })
					.toBuffer();
				return pageOf(
					(await reader.recognize(image, {}, { blocks: true, text: false })).data.blocks ?? [],
					size,
					scale,
				);
			} finally {
				await reader.terminate();
			}
		};
		const longer = Math.max(size.width, size.height);
		const most = Math.min(MOST_ENLARGED, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
		const firstScale = Math.min(FIRST_EDGE_PX / longer, most);
		const latin = await read(LATIN, firstScale);
		// Read with the wrong letters, hardly a word is certain.
		const languages = isReadable(latin) ? LATIN : HEBREW;
		const first = languages === LATIN ? latin : withNumbers(await read(languages, firstScale), latin);
		const typePx = medianHeight(first);
		if (typePx !== undefined && typePx < leastTypePx) return [first];
		const wanted = Math.min(typePx === undefined ? most : WORD_PX / typePx, most);
		// At the same size it would be read in the same way.
		const scale = Math.abs(wanted / firstScale - 1) < LEAST_CHANGE ? firstScale * 0.85 : wanted;
		const second = await read(languages, scale);
		return [first, languages === LATIN ? second : withNumbers(second, latin)];
	} finally {
		await rm(models, { recursive: true });
	}
}

const NUMBER = /^[<~]?\d[\d.,]*$/;
/** A number that only one of two models has read is not certain. */
const UNSURE = 60;

/** The numbers of a page as the Latin model reads them: the Hebrew one leaves out digits. */
function withNumbers(page: Page, latin: Page): Page {
	const numbers = latin.lines.flat().filter(({ text }) => NUMBER.test(text));
	const mended = (word: Word): Word => {
		if (!NUMBER.test(word.text)) return word;
		const other = numbers.find(
			({ x0, x1, y0, y1 }) =>
				Math.min(x1, word.x1) > Math.max(x0, word.x0) &&
				Math.min(y1, word.y1) - Math.max(y0, word.y0) > (y1 - y0) / 2,
		);
		if (other?.text === word.text) return other;
		return { ...(other ?? word), confidence: Math.min(UNSURE, (other ?? word).confidence) };
	};
	return { ...page, lines: page.lines.map((line) => line.map(mended)) };
}

const wordsOf = ({ lines }: Page) => lines.flat().filter(({ text }) => /\p{L}{3}/u.test(text));

function isReadable(page: Page): boolean {
	const words = wordsOf(page);
	return words.filter(({ confidence }) => confidence > SURE).length > words.length * 0.55;
}

function medianHeight(page: Page): number | undefined {
	const sure = wordsOf(page).filter(({ confidence }) => confidence > SURE);
	return sure.map(({ y0, y1 }) => y1 - y0).sort((one, other) => one - other)[sure.length >> 1];
}

async function loaded(): Promise<typeof import("tesseract.js")> {
	try {
		const found = await import("tesseract.js");
		return "default" in found ? (found.default as unknown as typeof import("tesseract.js")) : found;
	} catch (fault) {
		throw missing("tesseract.js", fault);
	}
}

const FOLDERS = "packshot-models-";
/** No picture takes so long. */
const LEFT_MS = 3_600_000;

/** Folders of processes that were killed. */
async function removeLeft(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const path = join(tmpdir(), name);
		const found = name.startsWith(FOLDERS) ? await stat(path).catch(() => undefined) : undefined;
		// Somebody else's cannot be removed.
		if (found && Date.now() - found.mtimeMs > LEFT_MS)
			await rm(path, { recursive: true, force: true }).catch(() => undefined);
	}
}

/** The recogniser takes all models from one folder. */
async function modelFolder(): Promise<string> {
	const { resolve } = createRequire(import.meta.url);
	const folder = await mkdtemp(join(tmpdir(), FOLDERS));
	for (const language of ["eng", "heb"]) {
		const name = `@tesseract.js-data/${language}`;
		try {
			const model = join(dirname(resolve(`${name}/package.json`)), "4.0.0", `${language}.traineddata.gz`);
			await symlink(model, join(folder, basename(model)));
		} catch (fault) {
			await rm(folder, { recursive: true });
			throw missing(name, fault);
		}
	}
	return folder;
}

function missing(name: string, cause: unknown): ReaderMissing {
	const command = `npm install ${READER_PACKAGES.join(" ")}`;
	return new ReaderMissing(
		`Reading labels needs the optional package ${name}, which is not installed: ${command}`,
		{ cause },
	);
}

/** How far a letter must stand lower than the digits beside it, as a share of their height, to be no digit. */
const LOWER = 0.12;

/**
 * An amount with its unit. Recognisers take the `g` of `6g` for a 9, and sometimes for two letters; but no digit goes below the line, and a `g` does,
 * which begins lower too.
 */
function withUnit({ text, confidence, symbols }: Recognised): Pick<Word, "text" | "confidence"> {
	const [first] = symbols.filter((symbol) => /\d/.test(symbol.text));
	const asRead = { text, confidence };
	if (!first) return asRead;
	const least = LOWER * (first.bbox.y1 - first.bbox.y0);
	const goesBelow = ({ bbox }: Letter) => bbox.y1 - first.bbox.y1 > least;
	const isLetter = (symbol: Letter) =>
		/[\dg¢qdaoQO&$]/.test(symbol.text) && goesBelow(symbol) && symbol.bbox.y0 - first.bbox.y0 > least;
	// One letter taken for two: a digit that reaches into the `g` behind it.
	const isHalf = (symbol: Letter, place: number) =>
		/\d/.test(symbol.text) && goesBelow(symbol) && (symbols[place + 1]?.bbox.x0 ?? Infinity) < symbol.bbox.x1;
	const isMended = symbols.some((symbol, place) =>
		isLetter(symbol) ? symbol.text !== "g" : isHalf(symbol, place),
	);
	if (!isMended) return asRead;
	const kept = symbols.filter(
		(symbol) => isLetter(symbol) || !goesBelow(symbol) || !/[\d.:¢]/.test(symbol.text),
	);
	const mended = kept.map((symbol) => (isLetter(symbol) ? "g" : symbol.text)).join("");
	const rest = kept.filter((symbol) => !isLetter(symbol) && /\d/.test(symbol.text));
	return {
		text: mended.replace(/(\d)[.:,]*g+/, "$1g"),
		// What was mended was not read: the digits beside it are worth only half.
		confidence: Math.max(confidence, (confidence + Math.min(...rest.map((symbol) => symbol.confidence))) / 2),
	};
}

/** Words in pixels of the picture as it was given, whatever size was recognised. */
function pageOf(blocks: readonly Block[], size: { width: number; height: number }, scale: number): Page {
	const lines = blocks.flatMap(({ paragraphs }) =>
		paragraphs.flatMap(({ lines: all }) =>
			all.map(({ words }) =>
				words.map((word): Word => {
					const { text, confidence } = withUnit(word);
					const { x0, y0, x1, y1 } = word.bbox;
					return {
						text,
						confidence: Math.round(confidence),
						x0: x0 / scale,
						y0: y0 / scale,
						x1: x1 / scale,
						y1: y1 / scale,
					};
				}),
			),
		),
	);
	return { ...size, lines: lines.filter((line) => line.length > 0) };
}

/** Why print cannot be recognised here, in words; null if it can. */
export async function readerProblem(): Promise<string | null> {
	try {
		await loaded();
		await removeLeft();
		await rm(await modelFolder(), { recursive: true });
		return null;
	} catch (fault) {
		if (fault instanceof ReaderMissing) return fault.message;
		throw fault;
	}
}
