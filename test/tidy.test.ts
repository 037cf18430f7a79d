import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const rooms = [
	"src",
	"demo",
	"marking",
	"studio",
	"tables",
	"test",
	"bench",
	"sdk",
	"pull",
	"conformance",
	"scripts",
	"web",
	"site",
];
const files = rooms.flatMap((room) => sourcesIn(room));
const source = files.filter(
	(file) =>
		/^(src|demo\/src|marking\/src|studio\/src|tables\/src)\//.test(file) && !file.endsWith(".test.ts"),
);

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

const functions = files.flatMap(functionsOf);

const packages = ["src", "demo", "marking", "studio", "tables", "sdk", "pull", "conformance", "web", "site"];

/** Handwritten production code, without its tests. */
const production = files.filter(
	(file) => packages.some((room) => file.startsWith(`${room}/`)) && !/\.test\.tsx?$|\.d\.ts$/.test(file),
);

test("a table of a module that is asked by any text is a Map, in which inherited names such as constructor are not found", () => {
	const asked = production.flatMap((file) =>
		[...text(file).matchAll(/^(?:export )?const (\w+): (?:Readonly<\s*)?Record<\s*string,/gm)]
			.filter(([, table]) => new RegExp(`\\b${table}\\[`).test(text(file)))
			.map(([, table]) => `${file}: ${table}`),
	);
	expect(asked).toEqual([]);
});

test("no function is longer than 70 lines, including nested functions", () => {
	const long = functions
		.filter(({ lines, isSection }) => lines > 70 && !isSection)
		.map(({ file, line, lines }) => `${file}:${line} (${lines} lines)`);
	expect(long).toEqual([]);
});

test("half of the functions have 8 lines or fewer, in each package", () => {
	for (const room of packages) {
		const ofRoom = functions.filter(({ file }) => file.startsWith(`${room}/`) && production.includes(file));
		expect(median(ofRoom.map(({ lines }) => lines)), room).toBeLessThanOrEqual(8);
	}
});

interface MeasuredFunction {
	readonly file: string;
	readonly line: number;
	readonly lines: number;
	/** A callback of `describe`, which only groups tests. */
	readonly isSection: boolean;
}

/**
 * Everything callable that has a body: declarations, methods, accessors, constructors, and function expressions and arrow functions of any
 * length. Its lines run from its first word to its closing brace, including nested functions; its docstring is not counted.
 */
function functionsOf(file: string): MeasuredFunction[] {
	const tree = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true);
	const lineOf = (place: number) => tree.getLineAndCharacterOfPosition(place).line;
	const found: MeasuredFunction[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && "body" in node && node.body) {
			const first = lineOf(node.getStart());
			const lines = lineOf(node.end) - first + 1;
			found.push({ file, line: first + 1, lines, isSection: isSection(node) });
		}
		node.forEachChild(visit);
	};
	visit(tree);
	return found;
}

function isSection({ parent }: ts.Node): boolean {
	return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText());
}

function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

test("only the entry point reads the environment", () => {
	// Whoever hands all of it on to a child process reads nothing of it.
	const readers = source.filter((file) => /(?<!\.{3})process\.env/.test(text(file)));
	expect(readers).toEqual(["src/main.ts"]);
});

test("no code outside the database's own folder checks the engine by name", () => {
	const asking = source.filter(
		(file) => !file.startsWith("src/platform/db/") && /=== "(sqlite|postgres)/.test(text(file)),
	);
	expect(asking).toEqual([]);
});

/** Domain terms of this product. Strings, which operators read, may contain them. */
const NOUNS =
	/barcode|credit|picture|balance|watermark|hechsher|kosher|ledger|charg|invoice|variant|\bimages?\b|\bproducts\b|clientId|client_id|apiKey|api_key/i;

test("the platform is generic: neither its code nor its comments contain domain terms of this service", () => {
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

test("no test is marked as only, skip or todo, and one that is skipped on some machines prints why", () => {
	const tests = files.filter((file) => file.endsWith(".test.ts") && file !== "test/tidy.test.ts");
	const marked = tests.filter((file) => /\b(test|describe|it)(\.\w+)*\.(only|skip|todo)\b/.test(text(file)));
	expect(marked).toEqual([]);
	const skipping = tests.filter((file) => /\.(skipIf|runIf)\(/.test(text(file)));
	expect(skipping.length).toBeGreaterThan(20);
	expect(skipping.filter((file) => !/console\.(info|log|warn)\(/.test(text(file)))).toEqual([]);
});

test("no test or hook has a time limit of its own: a busy machine is no failure", () => {
	const tests = files.filter((file) => file.endsWith(".test.ts"));
	expect(tests.filter((file) => /^\s*\}, [\d_]{4,}\);/m.test(text(file)))).toEqual([]);
});

test("no TODO, FIXME or XXX is left", () => {
	const left = files.filter(
		(file) => /\b(TODO|FIXME|XXX)\b/.test(text(file)) && file !== "test/tidy.test.ts",
	);
	expect(left).toEqual([]);
});
