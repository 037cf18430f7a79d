import { expect, test } from "vitest";
import { createMarkdown } from "./markdown.ts";

const render = createMarkdown({
	link: (_from, href) => ({ href: `/docs/${href.replace(".md", "")}`, name: "Its name" }),
	picture: (from, src) => ({ src: `/assets/${src}`, "data-from": from }),
});

test("headings get GitHub's anchors, duplicates included, and passages hold the text below them", () => {
	const { html, passages } = render(
		"docs/a.md",
		"# A `page`\n\nOne *two*\nthree.\n\n## Part, 1\n\n```sh\nls\n```\n\n## Part, 1\n",
	);
	expect(passages).toEqual([
		{ id: "a-page", level: 1, heading: "A page", text: "One two three. " },
		{ id: "part-1", level: 2, heading: "Part, 1", text: "ls\n " },
		{ id: "part-1-1", level: 2, heading: "Part, 1", text: "" },
	]);
	expect(html).toContain(
		'<h2 id="part-1-1">Part, 1<a class="anchor" href="#part-1-1" aria-label="Link to: Part, 1">#</a></h2>',
	);
	expect(html).toContain('<h1 id="a-page">A <code>page</code></h1>');
});

test("a link whose text is a file name is renamed after its page", () => {
	const { html } = render("docs/a.md", "[b.md](b.md), [this](b.md)");
	expect(html).toBe('<p><a href="/docs/b">Its name</a>, <a href="/docs/b">this</a></p>\n');
});

test("images get the attributes supplied by the site", () => {
	expect(render("docs/a.md", "![Alt](p.webp)").html).toContain(
		'<img src="/assets/p.webp" alt="Alt" data-from="docs/a.md">',
	);
});

test("code is highlighted with classes only, and markup inside it is escaped", () => {
	const { html } = render("docs/a.md", '```sh\necho "<b>" # <i>\n```\n\n```\n<script>\n```\n');
	expect(html).toContain('<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>');
	expect(html).toContain("&lt;script>");
	expect(html).not.toMatch(/<(b|i|script)>|style=/);
	expect(render("docs/a.md", "Indented:\n\n    packshot\n").html).toContain(
		'<pre class="code" tabindex="0"><code>packshot',
	);
});

test("a table can be focused by keyboard, as it scrolls on narrow pages", () => {
	const { html } = render("docs/a.md", "| a |\n|---:|\n| 1 |\n");
	expect(html).toContain('<td class="is-right">1</td>');
	expect(html).toContain('<div class="table" role="group" aria-label="Table" tabindex="0"><table>');
});
