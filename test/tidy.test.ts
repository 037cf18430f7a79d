import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { VERSION } from "../src/version.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const rooms = ["src", "demo", "marking", "test", "bench", "sdk", "scripts", "web"];
const files = rooms.flatMap((room) => sourcesIn(room));
const source = files.filter(
	(file) => /^(src|demo\/src|marking\/src)\//.test(file) && !file.endsWith(".test.ts"),
);
const pages = files.filter((file) => file.startsWith("web/src/") && !file.endsWith(".test.ts"));

function sourcesIn(room: string): string[] {
	return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name) && !/node_modules|dist\//.test(name))
		.map((name) => `${room}/${name}`);
}

function text(file: string): string {
	return readFileSync(join(root, file), "utf8");
}

test("no file is longer than 400 lines", () => {
	const long = files.filter((file) => text(file).split("\n").length > 401);
	expect(long).toEqual([]);
});

test("no function is longer than 70 lines", () => {
	const long = [...source, ...pages].flatMap((file) => longFunctions(file));
	expect(long).toEqual([]);
});

/** Functions that hold other functions are measured without them: a room of closures is no long function. */
function longFunctions(file: string): string[] {
	const tree = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true);
	const long: string[] = [];
	const lineOf = (place: number) => tree.getLineAndCharacterOfPosition(place).line;
	const visit = (node: ts.Node): number => {
		let inner = 0;
		node.forEachChild((child) => {
			inner += visit(child);
		});
		if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return inner;
		const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
		if (lines - inner > 70) long.push(`${file}:${lineOf(node.getStart()) + 1} (${lines - inner} lines)`);
		return lines;
	};
	visit(tree);
	return long;
}

test("only the entry point reads the environment", () => {
	const readers = source.filter((file) => /process\.env/.test(text(file)));
	expect(readers).toEqual(["src/main.ts"]);
});

test("no engine is asked for by name outside the database's own folder", () => {
	const asking = source.filter(
		(file) => !file.startsWith("src/platform/db/") && /=== "(sqlite|postgres)/.test(text(file)),
	);
	expect(asking).toEqual([]);
});

/** Words of this product. What operators read, in strings, may have them. */
const NOUNS =
	/barcode|credit|picture|balance|watermark|hechsher|kosher|ledger|charg|invoice|variant|\bimages?\b|\bproducts\b|clientId|client_id|apiKey|api_key/i;

test("the platform would serve any service: neither its code nor its comments have nouns of this one", () => {
	const platform = source.filter((file) => file.startsWith("src/platform/"));
	const telling = platform.flatMap((file) =>
		withoutStrings(file)
			.split("\n")
			.flatMap((line, at) => (NOUNS.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
	);
	expect(telling).toEqual([]);
});

function withoutStrings(file: string): string {
	const tree = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true);
	let code = tree.text;
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
			const blank = " ".repeat(node.end - node.getStart());
			code = code.slice(0, node.getStart()) + blank + code.slice(node.end);
		}
		node.forEachChild(visit);
	};
	visit(tree);
	return code;
}

test("no test is skipped without a printed reason, and none runs alone", () => {
	const tests = files.filter((file) => file.endsWith(".test.ts") && file !== "test/tidy.test.ts");
	const marked = tests.filter((file) => /\b(test|describe|it)\.(only|skip|todo)\(/.test(text(file)));
	expect(marked).toEqual([]);
});

test("nothing is left for later without a word of who", () => {
	const left = files.filter(
		(file) => /\b(TODO|FIXME|XXX)\b/.test(text(file)) && file !== "test/tidy.test.ts",
	);
	expect(left).toEqual([]);
});

test("the version in the code is that of the package", () => {
	expect(JSON.parse(text("package.json")).version).toBe(VERSION);
});
