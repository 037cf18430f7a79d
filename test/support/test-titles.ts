import ts from "typescript";

/** Title of a test as written, from the outermost `describe` inwards. */
export type TestTitle = readonly string[];

/** The titles of all tests in a file, except skipped ones. Templates keep their placeholders: `%s`, `$name`, `${name}`. */
export function titlesIn(source: string): TestTitle[] {
	const tree = ts.createSourceFile("any.test.ts", source, ts.ScriptTarget.Latest, true);
	const titles: TestTitle[] = [];
	const visit = (node: ts.Node, around: TestTitle): void => {
		const block = blockOf(node);
		if (block?.isSkipped) return;
		const inside = block ? [...around, block.title] : around;
		if (block?.kind === "test") titles.push(inside);
		node.forEachChild((child) => visit(child, inside));
	};
	visit(tree, []);
	return titles;
}

interface Block {
	readonly kind: "test" | "describe";
	readonly title: string;
	readonly isSkipped: boolean;
}

/** A call such as `test("…", …)`, `describe.each(…)("…", …)` or `` test.each`…`("…", …) ``. */
function blockOf(node: ts.Node): Block | undefined {
	if (!ts.isCallExpression(node)) return undefined;
	const [title, body] = node.arguments;
	if (!title || !body || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return undefined;
	const modifiers: string[] = [];
	let callee: ts.Expression = node.expression;
	while (!ts.isIdentifier(callee)) {
		if (ts.isPropertyAccessExpression(callee)) {
			modifiers.push(callee.name.text);
			callee = callee.expression;
		} else if (ts.isCallExpression(callee)) callee = callee.expression;
		else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
		else return undefined;
	}
	if (callee.text !== "test" && callee.text !== "it" && callee.text !== "describe") return undefined;
	return {
		kind: callee.text === "describe" ? "describe" : "test",
		title: ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1),
		isSkipped: modifiers.includes("skip") || modifiers.includes("todo"),
	};
}

/** Whether a title matches a citation: each part as written, or up to its first placeholder. */
export function isTitled(known: TestTitle, named: TestTitle): boolean {
	return known.length === named.length && known.every((part, index) => isNamed(part, named[index] ?? ""));
}

function isNamed(part: string, name: string): boolean {
	if (name === part) return true;
	const placeholder = part.search(/%[a-z#]|\$[\w{]/);
	return placeholder > 0 && name === part.slice(0, placeholder).trimEnd();
}

/** Whether a file belongs to a suite, according to the `include` lists of the test configurations. */
export function includedFiles(configurations: readonly string[]): (file: string) => boolean {
	const patterns = configurations.flatMap((source) => includesIn(source)).map(asPattern);
	return (file) => patterns.some((pattern) => pattern.test(file));
}

function includesIn(source: string): string[] {
	const tree = ts.createSourceFile("any.config.ts", source, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && node.name.getText() === "include") {
			node.initializer.forEachChild((item) => {
				if (ts.isStringLiteralLike(item)) found.push(item.text);
			});
		}
		node.forEachChild(visit);
	};
	visit(tree);
	return found;
}

/** The only glob patterns in use are `*` and `**`. */
function asPattern(glob: string): RegExp {
	const parts = glob.split(/(\*\*\/|\*)/).map((part) => {
		if (part === "**/") return "(?:[^/]+/)*";
		return part === "*" ? "[^/]*" : part.replace(/[.+?()[\]{}|^$\\]/g, "\\$&");
	});
	return new RegExp(`^${parts.join("")}$`);
}
