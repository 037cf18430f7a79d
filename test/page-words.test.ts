import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { DECLARED } from "../src/catalogue/fields/declared-fields.ts";
import { columnNames } from "../src/imports/formats/table-columns.ts";
import { metadataName } from "../web/src/format/metadata-words.ts";

/** One set of words and numbers in the pages: each thing has one name, and each kind of number one format. */

const pages = fileURLToPath(new URL("../web/src/", import.meta.url));
const files = readdirSync(pages, { recursive: true, encoding: "utf8" }).filter(
	(name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name),
);

function text(file: string): string {
	return readFileSync(`${pages}${file}`, "utf8");
}

interface Words {
	readonly file: string;
	readonly words: string;
}

/** What people may read: texts between tags, and strings that are words rather than codes or names of routes. */
function shownIn(file: string): Words[] {
	const tree = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true);
	const found: Words[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		const isText = ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
		const words = isText ? node.text.trim() : "";
		if (isWords(words)) found.push({ file, words });
		node.forEachChild(visit);
		if (ts.isTemplateExpression(node)) found.push({ file, words: templateOf(node) });
	};
	visit(tree);
	return found;
}

function templateOf({ head, templateSpans }: ts.TemplateExpression): string {
	return head.text + templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

function isWords(words: string): boolean {
	return (/\s/.test(words) || /^[A-Z][a-z]/.test(words)) && !/^(GET|PUT|POST|DELETE) /.test(words);
}

/** The code that the pages show is no prose. */
const shown = files.filter((file) => file !== "calls/code-samples.ts").flatMap(shownIn);

function saying(pattern: RegExp): string[] {
	return shown.filter(({ words }) => pattern.test(words)).map(({ file, words }) => `${file}: ${words}`);
}

test("the words of the pages are found", () => {
	expect(saying(/^Your basket is empty$/)).toEqual(["pages/basket/BasketPage.tsx: Your basket is empty"]);
	expect(saying(/^Approve …$/)).toEqual(["pages/admin/review/ReviewQueue.tsx: Approve …"]);
});

test("numbers and dates are formatted in one folder", () => {
	const formatting = files.filter(
		(file) => !file.startsWith("format/") && /toLocale\w*String|Intl\.\w+Format/.test(text(file)),
	);
	expect(formatting).toEqual([]);
});

test("an amount with its unit is written by the function for it", () => {
	expect(saying(/… credits?\b/)).toEqual([]);
});

test("what costs credits has its name, not its code", () => {
	expect(saying(/\b(products|metadata)\.(get|head|bulk_check|list|fields|products)\b/)).toEqual([]);
});

test("a call is a call; a request has only an id, which is called so in headers and logs", () => {
	expect(saying(/\brequests?\b(?! ids?\b)/i)).toEqual([]);
});

test("people suggest corrections", () => {
	expect(saying(/\bpropos(e|es|ed|er|ers|ing|al|als)\b/i)).toEqual([]);
});

/** Codes that are typed as they are: into the API, its answers, files and settings. */
const CODES = /^(pages\/key\/|calls\/|format\/(refusals|actions)\.ts|pages\/admin\/prices)/;

test("no label is an identifier", () => {
	const identifier = /(?<![\w/.#-])[a-z]+(_[a-z]+)+(?![\w/])/;
	const isAddress = (words: string) => /^([A-Z]+ )?\//.test(words);
	const found = shown.filter(
		({ file, words }) => !CODES.test(file) && !isAddress(words) && identifier.test(words),
	);
	expect(found.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
});

test("every field has a name for people, which is no identifier in disguise", () => {
	const names = [...columnNames(), ...Object.keys(DECLARED.image_meta)].map(metadataName);
	expect(names).toContain("Product facts: Brand");
	expect(names.filter((name) => /_|\b(url|id|at|org|dv|meta|sha256|px)\b/i.test(name))).toEqual([]);
});

test("words of programs are not spoken to people", () => {
	expect(saying(/\b(malformed|scanned at|null|undefined|boolean)\b/i)).toEqual([]);
});
