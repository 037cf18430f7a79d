import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { everySetting } from "../../config.ts";
import { integerSetting, textSetting } from "../../platform/settings.ts";
import { roomFinding } from "./check-disk.ts";
import { checkNode, OLDEST_NODE } from "./check-node.ts";
import { checkSettings, RETIRED_SETTINGS } from "./check-settings.ts";

describe("Node.js", () => {
	test.each([
		["v18.20.8", "blocked"],
		["v20.18.3", "blocked"],
		["v20.19.0", "note"],
		["v22.0.0", "ok"],
		["v24.21.0", "ok"],
		["v26.10.0", "ok"],
	])("%s is %s", (version, level) => {
		expect(checkNode(version)).toMatchObject({
			check: "node",
			level,
			text: expect.stringContaining(version),
		});
	});

	test("the oldest supported version matches engines in the package files", () => {
		for (const path of ["package.json", "marking/package.json"]) {
			const { engines } = JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
			expect(engines.node).toBe(`>=${OLDEST_NODE.replace(/\.0$/, "")}`);
		}
	});
});

describe("settings", () => {
	const settings = [
		textSetting("PACKSHOT_PLACE", "here", ""),
		integerSetting("PACKSHOT_COUNT", 1, { min: 0, max: 9 }, ""),
	];
	const retired = [
		{ name: "PACKSHOT_OLD", since: "1.2.0", works: false, instead: "set PACKSHOT_PLACE" },
		{ name: "PACKSHOT_PLACE", since: "1.3.0", works: true, instead: "it will be found by itself" },
	];

	test("that are known and valid are counted", () => {
		const environment = {
			PATH: "/bin",
			PACKSHOT_COUNT: "3",
			PACKSHOT_PLACE: "",
			PACKSHOT_API_KEY: "of packshot-pull",
		};
		expect(checkSettings(settings, environment)).toEqual([
			{ check: "settings", level: "ok", text: "1 set, all of them known and valid" },
		]);
	});

	test("that are invalid, unknown, removed or deprecated are each named", () => {
		const environment = {
			PACKSHOT_COUNT: "many",
			PACKSHOT_PLCAE: "there",
			PACKSHOT_OLD: "1",
			PACKSHOT_PLACE: "x",
		};
		expect(checkSettings(settings, environment, retired).map(({ level, text }) => [level, text])).toEqual([
			["blocked", 'PACKSHOT_COUNT must be a whole number from 0 to 9, not "many"'],
			["warning", "PACKSHOT_OLD was removed in 1.2.0: set PACKSHOT_PLACE"],
			["note", "PACKSHOT_PLACE has been deprecated since 1.3.0: it will be found by itself"],
			["warning", "PACKSHOT_PLCAE is not a setting of this version and has no effect"],
		]);
	});

	test("that are retired are declared only while they still work, and say what to do instead", () => {
		const declared = everySetting.map(({ name }) => name);
		for (const { name, works, instead } of RETIRED_SETTINGS) {
			expect([name, declared.includes(name)]).toEqual([name, works]);
			expect(instead).not.toBe("");
		}
	});
});

describe("the disk", () => {
	test("must have enough free space", () => {
		expect(roomFinding("/srv", 5e9, 2e9)).toMatchObject({
			level: "ok",
			text: expect.stringContaining("5000 MB free"),
		});
		expect(roomFinding("/srv", 1e9, 2e9)).toMatchObject({
			level: "blocked",
			text: expect.stringContaining("2000 MB needed"),
		});
	});
});
