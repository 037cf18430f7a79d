import { expect, test } from "vitest";
import { html, jsonLd } from "./html.ts";

test.each([
	[`</title><script>alert(1)</script>`, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
	[`" onmouseover="alert(1)`, "&quot; onmouseover=&quot;alert(1)"],
	["'&amp;", "&#39;&amp;amp;"],
	["חלב", "חלב"],
])("%s is text and nothing else", (value, text) => {
	expect(html`<a title="${value}">${value}</a>`.text).toBe(`<a title="${text}">${text}</a>`);
});

test("fragments are not escaped again, lists are joined, and undefined is nothing", () => {
	const items = ["<1>", html`<b>2</b>`, undefined, 3];
	expect(html`<p>${items}</p>`.text).toBe("<p>&lt;1&gt;<b>2</b>3</p>");
});

test("a literal with a backslash is written as it stands", () => {
	expect(html`<i>\u003c</i>`.text).toBe("<i><</i>");
});

test("structured data cannot end its element", () => {
	const { text } = jsonLd({ name: "</script><script>alert(1)</script><!--" });
	expect(text.match(/</g)).toHaveLength(2);
	expect(JSON.parse(text.replace(/^<[^>]*>|<\/script>$/g, ""))).toEqual({
		name: "</script><script>alert(1)</script><!--",
	});
});
