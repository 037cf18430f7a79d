import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const README = readFileSync(new URL("README.md", import.meta.url), "utf8");
const entries = README.slice(README.indexOf("## Entry points"))
	.split(/^`@packshot\/marking\/(?=\w+`$)/m)
	.slice(1);
const sections = entries.map((text) => {
	const [, entry = "", list = ""] = /^(\w+)`\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
	return { entry, list };
});

test("the README describes every entry point of the package", () => {
	const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
	const names = Object.keys(exports).filter((path) => !path.endsWith(".json"));
	expect(sections.map(({ entry }) => `./${entry}`)).toEqual(names);
});

test.each(sections)("everything the README lists under $entry is exported there", async ({ entry, list }) => {
	const exported = await import(new URL(`src/${entry}.ts`, import.meta.url).href);
	const listed = [...list.matchAll(/^- (.*?) – /gm)].flatMap(([, names = ""]) =>
		[...names.matchAll(/`(\w+)/g)].map(([, name = ""]) => name),
	);
	expect(listed.length).toBeGreaterThan(1);
	expect(listed.filter((name) => !(name in exported))).toEqual([]);
});
