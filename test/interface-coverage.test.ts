import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { includedFiles, isTitled, titlesIn } from "./support/test-titles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(join(root, file), "utf8");

/** Lines of each section of the interface. They may become more: a line that is gone is a rule that nothing holds. */
const LINES = { 1: 19, 2: 78, 3: 16, 4: 62, 5: 10, 6: 1, 7: 34, 8: 21, 9: 5 };
/** Lines that want a test. They may become fewer. */
const OPEN_LINES = 0;

interface Line {
	readonly place: string;
	readonly says: string;
	readonly heldBy: string;
	/** `path/to/file.test.ts › name of the test` */
	readonly citations: readonly string[];
}

const lines = text("docs/interface-coverage.md")
	.split("\n")
	.filter((line) => /^\| \d/.test(line))
	.map(readLine);

function readLine(line: string): Line {
	const [place = "", says = "", heldBy = "", ...rest] = line.slice(2, -2).split(" | ");
	if (rest.length > 0) throw new Error(`a line of more than three cells: ${line}`);
	return { place, says, heldBy, citations: [...heldBy.matchAll(/`([^`]+)`/g)].map((match) => match[1]!) };
}

const citations = [...new Set(lines.flatMap((line) => line.citations))].map((citation) => {
	const [file = "", ...title] = citation.split(" › ");
	return { citation, file, title };
});
const citedFiles = [...new Set(citations.map(({ file }) => file))];

test("no line of the interface is lost", () => {
	const counted = Object.keys(LINES).map((section) => [
		section,
		lines.filter(({ place }) => place.split(/[. ]/)[0] === section).length,
	]);
	for (const [section, least] of Object.entries(LINES)) {
		expect(Object.fromEntries(counted)[section], `section ${section}`).toBeGreaterThanOrEqual(least);
	}
	expect(new Set(lines.map(({ place }) => place)).size, "a place comes twice").toBe(lines.length);
});

test("every line says what it is about, and names a test or a reason why there is none", () => {
	const bare = lines.filter(
		({ says, heldBy, citations }) =>
			says.length < 5 || (citations.length === 0 && !/^(— |none yet: )\w/.test(heldBy)),
	);
	expect(bare).toEqual([]);
});

test("what wants a test does not grow", () => {
	const open = lines.filter(({ heldBy }) => heldBy.includes("none yet"));
	expect(open.map(({ place }) => place).slice(OPEN_LINES)).toEqual([]);
});

test("every test that is named is there, under its full name", () => {
	const titles = new Map(
		citedFiles.map((file) => [file, existsSync(join(root, file)) ? titlesIn(text(file)) : []]),
	);
	const lost = citations.filter(
		({ file, title }) => !titles.get(file)?.some((known) => isTitled(known, title)),
	);
	expect(lost.map(({ citation }) => citation)).toEqual([]);
});

test("every test that is named is in a suite that is run", () => {
	const isRun = includedFiles(["vitest.config.ts", "vitest.slow.config.ts"].map(text));
	expect(citedFiles.filter((file) => !isRun(file))).toEqual([]);
});

test("titles are found through describe, each, templates and loops, and only there", () => {
	const source = `
		describe("a", () => {
			test("b", () => {});
			describe.each([1])("c %i", () => { for (const x of y) test(\`d \${x} e\`, () => {}); });
			test.each<string>([])("f %s g", () => {});
			test.for\`x\${1}\`("$x", () => {});
		});
		log("test", () => test);
		it.${"skip"}("unrun", () => {});`;
	const titles = titlesIn(source);
	expect(titles).toEqual([
		["a", "b"],
		["a", "c %i", `d \${x} e`],
		["a", "f %s g"],
		["a", "$x"],
	]);
	const known = (...title: string[]) => titles.some((each) => isTitled(each, title));
	const right = [known("a", "b"), known("a", "c", "d"), known("a", "c %i", "d"), known("a", "f %s g")];
	const wrong = [known("b"), known("a"), known("a", "f %s"), known("a", ""), known("a", "g"), known("unrun")];
	expect([new Set(right), new Set(wrong)]).toEqual([new Set([true]), new Set([false])]);
});

test("patterns of the runner mean what they mean to it", () => {
	const isRun = includedFiles([
		'export default { test: { include: ["src/**/*.test.ts", "test/*.test.ts"] } };',
	]);
	const files = ["src/a.test.ts", "src/b/c/d.test.ts", "test/e.test.ts", "test/f/g.test.ts", "src/a.ts"];
	expect(files.filter(isRun)).toEqual(files.slice(0, 3));
});
