import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REASON_COLUMN, tableFields } from "./table-columns.ts";

// After declaring a field: npm run metadata:bits
test("the documentation lists every column, and no other", () => {
	const document = readFileSync(new URL("../../../docs/own-data.md", import.meta.url), "utf8");
	const section = /## Columns\n([\s\S]*?)(?:\n## |$)/.exec(document)?.[1] ?? "";
	const cells = section.split("\n").flatMap((line) => /^\| (`.*?`) \|/.exec(line)?.[1] ?? []);
	const listed = cells.flatMap((cell) => cell.split(", ").map((name) => name.replaceAll("`", "")));
	const read = [...tableFields().map(({ field }) => field), REASON_COLUMN];
	expect(listed.sort()).toEqual(read.sort());
});
