import { expect, test } from "vitest";
import {
	choiceSetting,
	integerSetting,
	integersSetting,
	readSettings,
	SettingError,
	textSetting,
} from "./settings.ts";

const port = integerSetting("PACKSHOT_PORT", 8080, { min: 0, max: 65_535 }, "Port");
const level = choiceSetting("PACKSHOT_LEVEL", ["info", "debug"], "info", "Level");

test.each([
	[undefined, 8080],
	["", 8080],
	["0", 0],
	["65535", 65_535],
])("an integer setting reads %j as %i", (text, value) => {
	expect(port.parse(text)).toBe(value);
});

test.each(["65536", "-1", "80.5", "8e3", "0x50", " 80", "80 ", "eighty", "1".repeat(40), "٣"])(
	"an integer setting refuses %j and says its name and range",
	(text) => {
		expect(() => port.parse(text)).toThrow(SettingError);
		expect(() => port.parse(text)).toThrow(/PACKSHOT_PORT.*from 0 to 65535/);
	},
);

test.each(['"/data"', "'/data'", ' "/data" ', '""'])(
	"a setting in quotes, %s, is refused by its name",
	(text) => {
		const folder = textSetting("PACKSHOT_DATA", "./data", "Folder");
		expect(() => readSettings({ folder }, { PACKSHOT_DATA: text })).toThrow(/^PACKSHOT_DATA is in quotes/);
		const inside = 'a "quoted" text';
		expect(readSettings({ folder }, { PACKSHOT_DATA: inside }).folder).toBe(inside);
	},
);

const sizes = integersSetting("PACKSHOT_SIZES", [500, 1000], { min: 100, max: 2000, most: 3 }, "Sizes");

test("a list of numbers is split at commas, sorted and deduplicated; none means empty", () => {
	expect([undefined, "", "none", "700", " 900, 300,900"].map((text) => sizes.parse(text))).toEqual([
		[500, 1000],
		[500, 1000],
		[],
		[700],
		[300, 900],
	]);
	expect(sizes.defaultText).toBe("500,1000");
});

test.each(["99", "2001", "500,", ",", "500;700", "500,many", "1e3"])(
	"a list of numbers rejects %j",
	(text) => {
		expect(() => sizes.parse(text)).toThrow(/PACKSHOT_SIZES must be a whole number from 100 to 2000/);
	},
);

test("a list of numbers rejects more numbers than allowed", () => {
	expect(() => sizes.parse("100,200,300,400")).toThrow("PACKSHOT_SIZES may name at most 3 numbers, not 4");
});

test("a choice is exactly one of its values", () => {
	expect(level.parse(undefined)).toBe("info");
	expect(level.parse("debug")).toBe("debug");
	expect(() => level.parse("DEBUG")).toThrow(/PACKSHOT_LEVEL must be one of info, debug, not "DEBUG"/);
});

test("an empty text setting is unset", () => {
	const text = textSetting("PACKSHOT_TEXT", undefined, "Text");
	expect([text.parse(undefined), text.parse(""), text.parse("x")]).toEqual([undefined, undefined, "x"]);
	expect(text.defaultText).toBe("none");
});

test("reads settings by their names and ignores the rest of the environment", () => {
	const settings = readSettings({ port, level }, { PACKSHOT_PORT: "1", port: "2", PATH: "/bin" });
	expect(settings).toEqual({ port: 1, level: "info" });
});
