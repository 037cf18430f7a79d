import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { decisions, readContents, textOf } from "../site/pages.ts";
import { isPage } from "../src/pages/page-paths.ts";

/** The built documentation: its links, what its pages must not contain, and its size. */

const folder = fileURLToPath(new URL("../dist/docs/", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
	statSync(join(folder, name)).isFile(),
);
const pages = files.filter((name) => name.endsWith(".html"));
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const addressOf = (name: string) => `/docs/${name}`.replace(/\/index\.html$|\.html$/, "");

const idsOf = new Map(
	pages.map((name) => [addressOf(name), [...text(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
);
const others = new Set(files.filter((name) => !name.endsWith(".html")).map(addressOf));

/** Whether a link within this service has an existing target. */
function leads(from: string, href: string): boolean {
	const [path = "", anchor] = href.split("#");
	const address = path === "" ? addressOf(from) : path.replace(/\?.*$/, "");
	if (others.has(address) || ["/packshot.svg", "/color-scheme.js", "/openapi.json"].includes(address))
		return true;
	const ids = idsOf.get(address);
	if (ids === undefined) return isPage(address);
	return anchor === undefined || ids.includes(decodeURIComponent(anchor));
}

test("every page in the contents and every decision record is built", () => {
	const listed = [
		...readContents(textOf("docs/README.md")).flatMap(({ entries }) => entries),
		...decisions(),
	];
	expect(listed.map(({ url }) => url).filter((url) => !idsOf.has(url))).toEqual([]);
	expect(listed.length).toBeGreaterThan(40);
});

test("every decision record is listed once, by a question that it answers", () => {
	const listed = [...textOf("docs/decisions/README.md").matchAll(/\? \[\d{4}\]\((.+?)\)$/gm)];
	expect(listed.map(([, file]) => `docs/decisions/${file}`).sort()).toEqual(
		decisions().map(({ source }) => source),
	);
});

test("every link on every page leads to a page, an anchor or a file", () => {
	const dead = pages.flatMap((name) =>
		[...text(name).matchAll(/ (?:href|src)="([^"]*)"/g)]
			.map(([, href = ""]) => href.replaceAll("&amp;", "&"))
			.filter((href) => !/^(https?|mailto):/.test(href) && !leads(name, href))
			.map((href) => `${name}: ${href}`),
	);
	expect(dead).toEqual([]);
});

test("the link check finds dead links and accepts valid ones", () => {
	for (const href of [
		"/docs/gone",
		"/docs/operators#gone",
		"#gone",
		"/docs/files/gone.conf",
		"/gone",
		"operators.md",
	]) {
		expect([href, leads("operators.html", href)]).toEqual([href, false]);
	}
	for (const href of [
		"/docs/operators#commands",
		"#commands",
		"/docs/api/products#getProduct",
		"/keys/try?endpoint=x",
		"/docs",
	]) {
		expect([href, leads("operators.html", href)]).toEqual([href, true]);
	}
});

test("no page has an inline script or style, or loads anything from another host", () => {
	const inline = /<script(?![^>]*\bsrc=)|<style|<[a-z][^>]*\s(?:style|on\w+)=|="javascript:/i;
	const outside = /<(?:script|img|link|source|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//i;
	expect(pages.filter((name) => inline.test(text(name)) || outside.test(text(name)))).toEqual([]);
	expect(files.filter((name) => /\.(js|css)$/.test(name) && /url\(\s*["']?https?:/.test(text(name)))).toEqual(
		[],
	);
});

test("every page has exactly one h1, no duplicate ids, and an outline of its headings", () => {
	for (const name of pages) {
		expect([name, text(name).match(/<h1[ >]/g)?.length]).toEqual([name, 1]);
		expect(idsOf.get(addressOf(name))?.length).toBe(new Set(idsOf.get(addressOf(name))).size);
		const [content = "", outline] = text(name).split('<nav class="outline"');
		const headings = [...content.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => `#${id}`);
		const outlined = [...(outline ?? "").matchAll(/ href="([^"]+)"/g)].map(([, href]) => href);
		const needsNone = name === "index.html" || headings.length < 2;
		expect([name, outlined]).toEqual([name, needsNone ? [] : headings]);
	}
});

test("a first visit to the API reference loads at most 300 KB as it is served, script, styles and the font included", () => {
	const served = (name: string) =>
		statSync(join(folder, files.includes(`${name}.br`) ? `${name}.br` : name)).size;
	const shared = files.filter((name) =>
		/^assets\/(main-.*\.(js|css)|heebo-latin-wght-.*\.woff2)$/.test(name),
	);
	expect(shared).toHaveLength(3);
	const ofApi = pages.filter((name) => /^api(\/|\.)/.test(name));
	expect(ofApi.length).toBeGreaterThan(8);
	const largest = Math.max(
		...ofApi.map((name) => [name, ...shared].reduce((sum, one) => sum + served(one), 0)),
	);
	console.info(`largest page of the API reference ${Math.round(largest / 1024)} KB`);
	expect(largest).toBeLessThanOrEqual(300 * 1024);
});

test("the site is under 4 MB, of which the API reference is a fifth, its search index under 200 KB, and every page of more than 10 KB has a Brotli copy", () => {
	const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
	const ofSearch = statSync(join(folder, "search.json.br")).size;
	console.info(
		`documentation ${Math.round(bytes / 1000)} KB, what is searched ${Math.round(ofSearch / 1000)} KB`,
	);
	expect(bytes).toBeLessThan(4_000_000);
	expect(ofSearch).toBeLessThan(200_000);
	const large = pages.filter((name) => statSync(join(folder, name)).size >= 10_000);
	expect(large.length).toBeGreaterThan(40);
	for (const name of [...large, "search.json"]) expect(files).toContain(`${name}.br`);
});
