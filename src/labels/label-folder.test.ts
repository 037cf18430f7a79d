import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLabelsIn } from "./label-folder.ts";
import type { LabelOutcome } from "./reader-pool.ts";

const folder = mkdtempSync(join(tmpdir(), "packshot-label-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

const value = (key: string, read: unknown, certainty: number) => ({
	key,
	value: read,
	certainty,
	piece: { x: 0, y: 0, width: 1, height: 1 },
	cutting: "UklGRg==",
});
const said: LabelOutcome = {
	values: [
		value("info.manufacturer", "Stone <Oven> & Co", 0.97),
		value("nutrition.sodium", { amount: "120mg", dv: null }, 0.7),
	],
	kosher: ["כשר פרווה"],
};
const backs = ["4011_back.jpg", "4012_back.jpg"];
for (const name of backs) writeFileSync(join(folder, name), name);

/** Reads two backs with a recogniser that takes the second for no picture. */
async function read(mostMs: number, problem: string | null = null) {
	const asked: string[] = [];
	const reader = {
		problem: async () => problem,
		async read(bytes: Uint8Array) {
			asked.push(Buffer.from(bytes).toString());
			if (asked.at(-1) === backs[1]) throw new Error("no picture");
			return said;
		},
		close: async () => undefined,
	};
	return { asked, ...(await readLabelsIn({ folder, backs, mostMs }, reader, () => undefined)) };
}

test("where print cannot be recognised, or there is no time, all is left, and it says why", async () => {
	expect(await read(60_000, "a package is missing")).toEqual({
		asked: [],
		read: [],
		left: 2,
		problem: "a package is missing",
	});
	expect(await read(0)).toMatchObject({ asked: [], left: 2, problem: null });
});

test("a page shows each value with its certainty and its print, the doubtful ones first; a second run reads nothing again", async () => {
	const { asked, read: labels, left } = await read(60_000);
	expect([asked, left]).toEqual([backs, 0]);
	expect(labels).toMatchObject([{ file: "4011_back.jpg" }, { refused: "no picture" }]);
	const page = readFileSync(join(folder, "index.html"), "utf8");
	expect(page.indexOf("nutrition.sodium")).toBeLessThan(page.indexOf("info.manufacturer"));
	expect(page).toContain("<bdi>120mg</bdi><td>70 %, look at it<td><img");
	expect(page).toContain("<bdi>Stone &lt;Oven&gt; &amp; Co</bdi><td>97 %<td>");
	expect(page).toContain("<bdi>כשר פרווה</bdi>");
	expect(page).toContain("Not read: no picture");
	expect(await read(60_000)).toEqual({ asked: [], read: labels, left: 0, problem: null });
});
