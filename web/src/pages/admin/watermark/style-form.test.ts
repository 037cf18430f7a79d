import { describe, expect, test } from "vitest";
import type { WatermarkStyle } from "../../../api/routes.ts";
import { chosenLogo, fieldsOf, givenStyle, styleKey } from "./style-form.ts";

const today: WatermarkStyle = {
	mark: { kind: "text", text: "PACKSHOT" },
	place: "tiled",
	width_percent: 25,
	opacity_percent: 30,
};
const look = { place: "tiled", width_percent: 25, opacity_percent: 30 };
const fields = fieldsOf(today);

describe("the style that is sent", () => {
	test("includes the mark only if it changes", () => {
		expect(givenStyle(fields, today)).toEqual(look);
		expect(givenStyle({ ...fields, text: " STUDIO " }, today)).toEqual({ ...look, mark: { text: "STUDIO" } });
		const logo = { name: "brand.svg", base64: "PHN2Zy8+" };
		expect(givenStyle({ ...fields, kind: "logo", logo }, today)).toEqual({
			...look,
			mark: { logo: "PHN2Zy8+", name: "brand.svg" },
		});
		const saved = { ...today, mark: { kind: "logo" as const, name: "brand.svg" } };
		expect(givenStyle(fieldsOf(saved), saved)).toEqual(look);
	});

	test("is undefined while there is no text or logo to draw", () => {
		expect(givenStyle({ ...fields, text: "  " }, today)).toBeUndefined();
		expect(givenStyle({ ...fields, kind: "logo" }, today)).toBeUndefined();
	});
});

test("a logo is a small PNG or SVG file, and two with the same name are distinguished", async () => {
	const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
	const logo = await chosenLogo(file("a.SVG", "<svg/>"));
	expect(atob(logo.base64)).toBe("<svg/>");
	await expect(chosenLogo(file("a.gif", "GIF"))).rejects.toThrow("PNG or SVG");
	await expect(chosenLogo(file("a.png", new Uint8Array(600_000)))).rejects.toThrow("512 KB");
	const other = await chosenLogo(file("a.SVG", "<svg />"));
	const keys = [null, logo, other].map((each) => styleKey({ ...fields, logo: each }, 1));
	expect(new Set(keys).size).toBe(3);
});
