import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const components = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
	file.endsWith(".tsx"),
);

test("every class that a component takes from its style sheet is there", () => {
	const used = components.flatMap((file) => {
		const text = readFileSync(join(root, file), "utf8");
		return [...text.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/g)].flatMap(
			([, name, sheet = ""]) => {
				const css = readFileSync(join(root, dirname(file), sheet), "utf8");
				const classes = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, known]) => known));
				const uses = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))];
				return uses.map(([use, wanted]) => ({ use: `${file}: ${use}`, isThere: classes.has(wanted) }));
			},
		);
	});
	expect(used.length).toBeGreaterThan(50);
	expect(used.filter(({ isThere }) => !isThere).map(({ use }) => use)).toEqual([]);
});
