import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Thumbnail } from "./Thumbnail.tsx";

test("a thumbnail has the URL of its version and the given size", () => {
	const markup = renderToStaticMarkup(
		createElement(Thumbnail, { version: "01abc", name: "Matzah", sizePx: 48 }),
	);
	expect(markup).toContain('src="/portal/api/thumbnails/01abc.webp"');
	expect(markup).toContain('alt="Matzah"');
	expect(markup).toMatch(/width="48" height="48"/);
});

test("without a picture there is only a hidden placeholder", () => {
	const markup = renderToStaticMarkup(createElement(Thumbnail, { version: null, name: "Matzah" }));
	expect(markup).not.toContain("<img");
	expect(markup).toContain('aria-hidden="true"');
});
