import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linkOnSite } from "./links.ts";
import { CONTENTS, decisions, ROOT, readContents, textOf, urlOf } from "./pages.ts";

const contents = readContents(textOf(CONTENTS));
const entries = contents.flatMap((section) => section.entries);

test("the contents have the kinds of documentation, guides by reader, and a section for contributors", () => {
	expect(contents.map(({ title }) => title)).toEqual([
		"Tutorials",
		"Guides for buyers",
		"Guides for administrators",
		"Guides for operators",
		"Reference",
		"Explanation",
		"For contributors",
	]);
	for (const { entries, intro } of contents)
		expect([entries.length > 2, intro === ""]).toEqual([true, false]);
});

test("every document is listed once in the contents, at a URL of its own", () => {
	const documents = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".md") && name !== "README.md" && !/^decisions\/\d/.test(name))
		.map((name) => `docs/${name}`);
	const listed = entries.map(({ source }) => source);
	expect(listed.filter((source) => /^docs\/.*\.md$/.test(source)).sort()).toEqual(documents.sort());
	const urls = [...entries, ...decisions()].map(({ url }) => url);
	expect(urls).toHaveLength(new Set(urls).size);
	expect(entries.filter(({ source }) => !existsSync(join(ROOT, source)))).toEqual([]);
});

test.each([
	["docs/README.md", "/docs"],
	["docs/openapi.json", "/docs/api"],
	["docs/ARCHITECTURE.md", "/docs/architecture"],
	["docs/tutorials/two-machines.md", "/docs/tutorials/two-machines"],
	["docs/decisions/README.md", "/docs/decisions"],
	["sdk/README.md", "/docs/packages/sdk"],
	["CHANGELOG.md", "/docs/changelog"],
])("%s is at %s", (source, url) => expect(urlOf(source)).toBe(url));

test.each(["- [Name](gone.md): nothing.", "- [Name](operators.md)", "- operators.md: no link."])(
	"rejects the line %s in the contents",
	(line) => expect(() => readContents(`# Title\n\n## Part\n\n${line}\n`)).toThrow(CONTENTS),
);

const names = new Map(entries.map(({ source, name }) => [source, name]));

test.each([
	["docs/operators.md", "container.md", { href: "/docs/container", name: "In a container" }],
	[
		"docs/operators.md",
		"administration.md#catalogue",
		{ href: "/docs/administration#catalogue", name: "Administration" },
	],
	["docs/container.md", "../compose.yaml", { href: "/docs/files/compose.yaml", file: "compose.yaml" }],
	[
		"docs/operators.md",
		"deploy/nginx.conf",
		{ href: "/docs/files/deploy/nginx.conf", file: "docs/deploy/nginx.conf" },
	],
	["sdk/README.md", "../docs/into-a-shop.md", { href: "/docs/into-a-shop", name: "Import files of shops" }],
	["docs/operators.md", "https://example.com/x.md", { href: "https://example.com/x.md" }],
	["docs/operators.md", "#commands", { href: "#commands" }],
])("in %s, the link %s is resolved to its target", (from, href, expected) =>
	expect(linkOnSite(from, href, names)).toEqual(expected),
);

test.each(["gone.md", "../src/main.ts", "../package.json", "../../etc/passwd", "deploy"])(
	"rejects a link to %s, which the site does not have",
	(href) =>
		expect(() => linkOnSite("docs/operators.md", href, names)).toThrow(
			`docs/operators.md: the site has nothing for the link to ${href}`,
		),
);
