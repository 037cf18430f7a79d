import sharp from "sharp";
import { expect, test } from "vitest";
import { defaultWatermark, watermarkVersion } from "../preparation/watermark-settings.ts";
import { drawable } from "./drawable.ts";

const drawing = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><path fill="#c00" d="M0 0h80v40H0z"/></svg>',
);

test("a logo that is a drawing, as earlier versions saved them, is drawn as a PNG, and pictures that have it are up to date", async () => {
	const chosen = { ...defaultWatermark, mark: { logo: drawing } };
	const made = await drawable(chosen);
	if ("refused" in made || "text" in made.mark) throw new Error(JSON.stringify(made));
	expect(await sharp(made.mark.png).metadata()).toMatchObject({ format: "png", width: 2048, height: 1024 });
	expect(watermarkVersion(made)).toBe(watermarkVersion(chosen));
});

test("a drawing is rasterised once, and a PNG never", async () => {
	let times = 0;
	const png = await sharp(drawing).png().toBuffer();
	const rasterise = async () => {
		times++;
		return { png };
	};
	const other = Buffer.concat([drawing, Buffer.from("<!-- other -->")]);
	for (const logo of [other, other, png]) await drawable({ ...defaultWatermark, mark: { logo } }, rasterise);
	expect(times).toBe(1);
});

test("a logo that cannot be read is refused", async () => {
	const broken = { ...defaultWatermark, mark: { logo: Buffer.from("no logo") } };
	expect(await drawable(broken)).toEqual({ refused: "the logo is no PNG or SVG file that can be read" });
});
