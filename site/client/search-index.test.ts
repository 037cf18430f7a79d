import { expect, test } from "vitest";
import { createIndex, excerptOf } from "./search-index.ts";

const passage = (url: string, heading: string, text: string) => ({ url, page: "Page", heading, text });

const find = createIndex([
	passage("/docs/decisions/0001-x", "Backups", "A backup is one file."),
	passage("/docs/operators#backups", "Backups", "`packshot backup FILE` writes all of it."),
	passage("/docs/operators#mail", "Mail", "Set PACKSHOT_SMTP_URL. Backups hold no mail."),
	passage("/docs/portal#kosher", "Hebrew", "מצה שמורה is found as well."),
]);
const urls = (text: string) => find(text).map(({ url }) => url);

test("ranks headings above text, and guides above pages for contributors", () => {
	expect(urls("backups")).toEqual([
		"/docs/operators#backups",
		"/docs/operators#mail",
		"/docs/decisions/0001-x",
	]);
});

test.each([
	["smtp", "/docs/operators#mail"],
	["PACKSHOT_SMTP_URL", "/docs/operators#mail"],
	["backu file writes", "/docs/operators#backups"],
	["hebrev", "/docs/portal#kosher"],
	["שמורה", "/docs/portal#kosher"],
])("%s is found", (text, url) => expect(urls(text)[0]).toBe(url));

test("finds passages with some of the words when none has all, and none for an unknown or empty text", () => {
	expect(urls("mail zebra")).toContain("/docs/operators#mail");
	expect(urls("zebra")).toEqual([]);
	expect(urls("")).toEqual([]);
});

test.each([
	[
		{ text: "Set the name. Backups hold no mail.", terms: ["mail"] },
		["Set the name. Backups hold no ", "mail", "."],
	],
	[{ text: "a (b) c", terms: ["(b)"] }, ["a ", "(b)", " c"]],
	[{ text: "", terms: ["x"] }, [""]],
	[{ text: "Nothing of it", terms: ["heading"] }, ["Nothing of it"]],
])("the excerpt of %o marks the matches", (found, parts) => expect(excerptOf(found)).toEqual(parts));

test("the excerpt of a long text surrounds the first match and is cut between words", () => {
	const text = `${"before ".repeat(40)}needle ${"after ".repeat(40)}`;
	const parts = excerptOf({ text, terms: ["needle"] });
	expect(parts[0]).toMatch(/^… (before ){5,8}$/);
	expect(parts[1]).toBe("needle");
	expect(parts.join("").length).toBeLessThan(160);
	expect(parts[2]).toMatch(/after$/);
});
