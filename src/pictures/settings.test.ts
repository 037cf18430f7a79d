import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSettings, SettingError } from "../platform/settings.ts";
import { defaultWatermark } from "./preparation/watermark-settings.ts";
import { imageSettings } from "./settings.ts";
import { decidingSettings, drawnStyle, styleInEffect, type WatermarkStyle } from "./style/style.ts";

const watermark = (environment: Record<string, string>, saved?: WatermarkStyle) =>
	drawnStyle(styleInEffect(readSettings(imageSettings, environment), saved));

test("the default watermark applies if nothing is set", () => {
	expect(watermark({})).toEqual(defaultWatermark);
});

test("text, place, width and opacity can be set", () => {
	expect(
		watermark({
			PACKSHOT_WATERMARK_TEXT: "STUDIO NORTH",
			PACKSHOT_WATERMARK_PLACE: "bottom-right",
			PACKSHOT_WATERMARK_WIDTH_PERCENT: "100",
			PACKSHOT_WATERMARK_OPACITY_PERCENT: "1",
		}),
	).toEqual({ mark: { text: "STUDIO NORTH" }, place: "bottom-right", widthShare: 1, opacity: 0.01 });
});

test("a logo replaces the text", () => {
	const logo = fileURLToPath(import.meta.url);
	const { mark } = watermark({ PACKSHOT_WATERMARK_LOGO: logo, PACKSHOT_WATERMARK_TEXT: "STUDIO NORTH" });
	expect(mark).toEqual({ logo: expect.any(Uint8Array) });
});

test("the saved style applies to each part that is not set, and decidingSettings names the settings in effect", () => {
	const saved: WatermarkStyle = {
		mark: { text: "SAVED" },
		place: "invisible",
		widthPercent: 40,
		opacityPercent: 50,
	};
	expect(watermark({}, saved)).toEqual(drawnStyle(saved));
	const set = { PACKSHOT_WATERMARK_PLACE: "centre", PACKSHOT_WATERMARK_TEXT: "SET" };
	expect(watermark(set, saved)).toEqual({
		mark: { text: "SET" },
		place: "centre",
		widthShare: 0.4,
		opacity: 0.5,
	});
	expect(decidingSettings(readSettings(imageSettings, set))).toEqual({
		mark: "PACKSHOT_WATERMARK_TEXT",
		place: "PACKSHOT_WATERMARK_PLACE",
		widthPercent: null,
		opacityPercent: null,
	});
	const logo = { ...set, PACKSHOT_WATERMARK_LOGO: "brand.svg" };
	expect(decidingSettings(readSettings(imageSettings, logo)).mark).toBe("PACKSHOT_WATERMARK_LOGO");
});

test.each([
	["PACKSHOT_WATERMARK_LOGO", "/nowhere/logo.svg"],
	["PACKSHOT_WATERMARK_PLACE", "everywhere"],
	["PACKSHOT_WATERMARK_WIDTH_PERCENT", "0"],
	["PACKSHOT_WATERMARK_OPACITY_PERCENT", "101"],
])("%s cannot be %s, and the error names the setting", (name, value) => {
	expect(() => watermark({ [name]: value })).toThrow(SettingError);
	expect(() => watermark({ [name]: value })).toThrow(name);
});
