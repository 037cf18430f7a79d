import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readInterface } from "./support/interface.ts";
import { includedFiles, isTitled, titlesIn } from "./support/test-titles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(join(root, file), "utf8");

/** Number of rules in each section, and of decisions. There may be more later, but a missing rule is a broken promise. */
const RULES = { 1: 19, 2: 78, 3: 16, 4: 62, 5: 10, 6: 1, 7: 34, 8: 21, 9: 5, D: 41 };

/** Promises about releases and names, which no test can check. */
const UNTESTABLE = ["4.1 rule 2", "9 rule 2", "9 rule 5", "D1"];

interface Line {
	readonly rule: string;
	readonly heldBy: string;
	/** `path/to/file.test.ts › name of the test` */
	readonly citations: readonly string[];
}

const { rules } = readInterface(text("docs/interface.md"));
const lines = text("test/interface-tests.md")
	.split("\n")
	.filter((line) => /^\| (\d|[DE]\d)/.test(line))
	.map(readLine);

function readLine(line: string): Line {
	const [rule = "", heldBy = "", ...rest] = line.slice(2, -2).split(" | ");
	if (rest.length > 0) throw new Error(`a line of more than two cells: ${line}`);
	return { rule, heldBy, citations: [...heldBy.matchAll(/`([^`]+)`/g)].map((match) => match[1]!) };
}

const citations = [...new Set(lines.flatMap((line) => line.citations))].map((citation) => {
	const [file = "", ...title] = citation.split(" › ");
	return { citation, file, title };
});
const citedFiles = [...new Set(citations.map(({ file }) => file))];

test("no rule of the interface is lost", () => {
	const counted = Object.keys(RULES).map((section) => [
		section,
		rules.filter((rule) => rule.startsWith(section)).length,
	]);
	for (const [section, least] of Object.entries(RULES)) {
		expect(Object.fromEntries(counted)[section], `section ${section}`).toBeGreaterThanOrEqual(least);
	}
	expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

test("every rule has exactly one line, in the order of the interface, and every line has a rule", () => {
	expect(lines.map(({ rule }) => rule)).toEqual(rules);
});

test("every line names a test, or the reason why there is nothing to test", () => {
	const bare = lines.filter(({ heldBy, citations }) => citations.length === 0 && !/^— \w/.test(heldBy));
	expect(bare).toEqual([]);
	const untested = lines.filter(({ citations }) => citations.length === 0).map(({ rule }) => rule);
	expect(untested).toEqual(UNTESTABLE);
});

test("every test that is named exists under its full name", () => {
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

test("titles are found in describe, each, templates and loops, and nowhere else", () => {
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

test("include patterns match the same files as in the test runner", () => {
	const isRun = includedFiles([
		'export default { test: { include: ["src/**/*.test.ts", "test/*.test.ts"] } };',
	]);
	const files = ["src/a.test.ts", "src/b/c/d.test.ts", "test/e.test.ts", "test/f/g.test.ts", "src/a.ts"];
	expect(files.filter(isRun)).toEqual(files.slice(0, 3));
});
