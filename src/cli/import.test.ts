import { expect, test } from "vitest";
import { emptyReport } from "../imports/report.ts";
import { remaining } from "./import.ts";
import { documentOf, importSummary } from "./import-summary.ts";

const ORDER = { dryRun: false, keepsEdited: false };

test("names the pictures that cannot be marked or have notes, and each refusal with its line and reason", () => {
	const report = {
		...emptyReport(),
		refused: [{ source: "a.ndjson", line: 3, reason: "the line is not JSON" }],
		unmarkable: ["a.zip/4011_front.png"],
		noted: [{ source: "a.zip/4011_front.png", notes: ["under_500_px", "clipped"] as const }],
	};
	expect(importSummary(report, ORDER)).toEqual([
		"products   0 created, 0 updated, 0 unchanged",
		"pictures   0 created, 0 updated, 0 unchanged",
		"unmarkable 1, too small or flat for the invisible mark",
		"unmarkable a.zip/4011_front.png",
		"noted      1 imported anyway: 1 under 500 px, 1 clipped at the edge",
		"noted      a.zip/4011_front.png: under 500 px, clipped at the edge",
		"refused    1",
		"refused    a.ndjson, line 3: the line is not JSON",
	]);
});

test("lists ignored files on one line, each name once", () => {
	const ignored = ["a/README.md", "b/README.md", "Thumbs.db", ".DS_Store", "._x", "._y", "._z"];
	expect(importSummary({ ...emptyReport(), ignored }, ORDER)).toContain(
		"ignored    7 that are not product files: README.md, Thumbs.db, .DS_Store, ._x, ._y, …",
	);
});

test("shows the remaining time", () => {
	expect([remaining(0, 5000), remaining(0.5, 30_000), remaining(0.1, 60_000), remaining(1, 9000)]).toEqual([
		"?",
		"30 s",
		"9 min",
		"0 s",
	]);
});

test("lists twenty refusals and counts the others", () => {
	const refused = Array.from({ length: 23 }, (_, place) => ({
		source: `${place}.gif`,
		reason: "is no picture",
	}));
	const lines = importSummary({ ...emptyReport(), refused }, ORDER);
	expect(lines.filter((line) => line.endsWith("is no picture"))).toHaveLength(20);
	expect(lines.at(-1)).toBe("refused    … and 3 more; --json lists all");
	const unlisted = { count: 1000, causes: new Map() };
	expect(importSummary({ ...emptyReport(), refused, unlisted }, ORDER).slice(-1)).toEqual([
		"refused    … and 1003 more; --json lists the first 23",
	]);
});

test("the document holds nothing that only the pages need", () => {
	const refused = [
		{ source: "a.csv", line: 3, reason: "is no brand", cells: ["4011", "x"] },
		{ source: "b.gif", reason: "is no picture" },
	];
	const document = documentOf({ ...emptyReport(), refused }, true);
	expect(document.refused).toEqual([
		{ source: "a.csv", line: 3, reason: "is no brand" },
		{ source: "b.gif", reason: "is no picture" },
	]);
	expect(Object.keys(document)).toEqual(
		"products images refused unmarkable noted ignored unfetched tables remarks values_lost values_changed values_edited absent matched new_forms filled_up looks_shortened wrong_check_digits new_products only_pictured".split(
			" ",
		),
	);
});

test("states first that a dry run changed nothing", () => {
	expect(importSummary(emptyReport(), { ...ORDER, dryRun: true })[0]).toContain("Nothing was changed");
});
