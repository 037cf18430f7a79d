import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

/** The built pages: what a first visit loads, and what they must not contain. */

const folder = fileURLToPath(new URL("../dist/web/", import.meta.url));
const assets = readdirSync(join(folder, "assets")).filter((name) => /\.(js|css)$/.test(name));

function text(name: string): string {
	return readFileSync(join(folder, name), "utf8");
}

/** A script and everything it imports statically; dynamic imports are left out. */
function withImports(script: string, seen = new Set<string>()): ReadonlySet<string> {
	if (seen.has(script)) return seen;
	seen.add(script);
	for (const [, name] of text(`assets/${script}`).matchAll(
		/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
	)) {
		if (name) withImports(name, seen);
	}
	return seen;
}

function chunk(start: string): string {
	const found = assets.find((name) => name.startsWith(start) && name.endsWith(".js"));
	if (!found) throw new Error(`no ${start} among ${assets}`);
	return found;
}

/** The files named in index.html are enough to sign in. */
const signIn = ["index.html", "color-scheme.js", ...text("index.html").match(/assets\/[\w.-]+\.(js|css)/g)!];

/** What the sign-in page shows besides: preloaded fonts, and the larger of its pictures. */
const shownBeside = [
	...text("index.html").match(/assets\/[\w.-]+\.woff2/g)!,
	...readdirSync(join(folder, "assets"))
		.filter((name) => /^still-life-(?!small).*\.webp$/.test(name))
		.map((name) => `assets/${name}`),
];

/**
 * Everything a browser loads to show a page after signing in: the files of the sign-in page, the page's script with its imports, and all
 * styles except the charts'.
 */
function firstVisit(page: string): readonly string[] {
	const styles = assets.filter((name) => name.endsWith(".css") && !name.startsWith("SpendingChart"));
	return [
		...new Set([...signIn, ...[...withImports(chunk(page)), ...styles].map((name) => `assets/${name}`)]),
	];
}

function compressedBytes(names: readonly string[]): number {
	return names.reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0);
}

test("the whole sign-in page is at most 200 KB, compressed, font and picture included", () => {
	expect(shownBeside).toHaveLength(2);
	const bytes = shownBeside.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
	console.info(`sign-in with font and picture ${Math.round((compressedBytes(signIn) + bytes) / 1024)} KB`);
	expect(bytes).toBeGreaterThan(40 * 1024);
	expect(compressedBytes(signIn) + bytes).toBeLessThanOrEqual(200 * 1024);
});

test("the typeface comes with its licence", () => {
	expect(text("assets/heebo-licence.txt")).toContain("SIL Open Font License, Version 1.1");
});

test("signing in loads at most 150 KB, compressed", () => {
	console.info(`sign-in ${Math.round(compressedBytes(signIn) / 1024)} KB`);
	expect(compressedBytes(signIn)).toBeGreaterThan(100 * 1024);
	expect(compressedBytes(signIn)).toBeLessThanOrEqual(150 * 1024);
});

test("a first visit to the keys page loads at most 285 KB, compressed", () => {
	const bytes = compressedBytes(firstVisit("Keys-"));
	console.info(`keys ${Math.round(bytes / 1024)} KB`);
	expect(bytes).toBeGreaterThan(compressedBytes(signIn) + 50 * 1024);
	expect(bytes).toBeLessThanOrEqual(285 * 1024);
});

test("charts and the QR code are loaded only by the pages that show them", () => {
	for (const page of ["Keys-", "KeyPage-", "Ledger-"]) {
		const scripts = firstVisit(page).filter((name) => name.endsWith(".js"));
		expect(scripts.join(), page).toMatch(/portal-/);
		expect(scripts.join(), page).not.toMatch(/SpendingChart|AccountPage/);
	}
});

test("the pages contain no contract schemas", () => {
	const holding = assets.filter((name) => /typebox|~kind/i.test(text(`assets/${name}`)));
	expect(holding).toEqual([]);
});

test("the start page has no inline script or style and names no other host", () => {
	const page = text("index.html");
	expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=/);
	expect(page).not.toMatch(/https?:\/\//);
});

test("every larger asset has a compressed copy", () => {
	for (const name of assets.filter((one) => text(`assets/${one}`).length > 1024)) {
		expect(existsSync(join(folder, "assets", `${name}.br`)), name).toBe(true);
		expect(existsSync(join(folder, "assets", `${name}.gz`)), name).toBe(true);
	}
});
