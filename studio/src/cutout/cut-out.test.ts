import { demoProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { expect, test } from "vitest";
import { photographOnWhite } from "../../bench/photographs.ts";
import { cutOut, findObject } from "./index.ts";

const [pack] = demoProducts();

/** A drawing of 400 pixels on a plain background, or of several times as many, as JPEG. */
const drawn = (background: string, svg: string, times = 1) =>
	sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${background}"/>${svg}</svg>`,
		),
		{ density: 72 * times },
	)
		.jpeg({ quality: 90 })
		.toBuffer();

test("a pack under a lamp is found without its shadow, by its true outline", async () => {
	const picture = await photographOnWhite(pack ?? expect.fail(), "front", { sizePx: 500, seed: 3 });
	const found = await findObject(picture.jpeg);
	if ("refused" in found) return expect.fail(found.refused);
	let [both, either] = [0, 0];
	for (let at = 3; at < found.rgba.length; at += 4) {
		both += Math.min(found.rgba[at] ?? 0, picture.rgba[at] ?? 0);
		either += Math.max(found.rgba[at] ?? 0, picture.rgba[at] ?? 0);
	}
	expect(both / either).toBeGreaterThan(0.98);
});

test("a cut-out is straight, centred in a square with a margin, and clear around it", async () => {
	const askew = await drawn(
		"#f4f4f0",
		'<rect x="120" y="70" width="160" height="260" fill="#a33" transform="rotate(5 200 200)"/>',
	);
	const cut = await cutOut(askew);
	if ("refused" in cut) return expect.fail(cut.refused);
	expect(cut.straightened).toBeCloseTo(-5, 0);
	// The picture itself is not turned: the upright rectangle around the pack is 273 pixels high.
	const near = (size: number) => expect.closeTo(size, -1);
	expect(cut.frame).toEqual({ left: near(48), top: near(48), width: near(303), height: near(303) });
	const low = await cutOut(
		await drawn("#f4f4f0", '<rect x="60" y="190" width="200" height="200" fill="#a33"/>'),
	);
	// Ten pixels below it are all that there is, and as many above it keep it in the middle.
	expect("frame" in low && low.frame).toEqual({
		left: near(49),
		top: near(180),
		width: near(222),
		height: near(220),
	});
	const { data, info } = await sharp(cut.png).raw().toBuffer({ resolveWithObject: true });
	expect([info.channels, info.width]).toEqual([4, info.height]);
	const rows = Array.from(
		{ length: info.height },
		(_, y) => data[(y * info.width + (info.width >> 1)) * 4 + 3] ?? 0,
	);
	const [top, bottom] = [rows.findIndex((alpha) => alpha > 127), rows.findLastIndex((alpha) => alpha > 127)];
	expect((bottom - top + 1) / info.height).toBeCloseTo(0.9, 1);
	expect(Math.abs(top - (info.height - 1 - bottom))).toBeLessThanOrEqual(3);
	// The pack's own colour, without any of the background's.
	const middle = ((info.height >> 1) * info.width + (info.width >> 1)) * 4;
	expect([...data.subarray(middle, middle + 4)].map((level) => Math.round(level / 10))).toEqual([
		17, 5, 5, 26,
	]);
});

test("the frame is in pixels of the whole picture as it is upright", async () => {
	const low = await drawn("#f4f4f0", '<rect x="60" y="170" width="100" height="100" fill="#a33"/>', 8);
	const turned = await sharp(low)
		.extract({ left: 0, top: 8 * 150, width: 8 * 400, height: 8 * 140 })
		.rotate(-90)
		.withMetadata({ orientation: 6 })
		.jpeg({ quality: 90 })
		.toBuffer();
	const cut = await cutOut(turned);
	if ("refused" in cut) return expect.fail(cut.refused);
	const near = (size: number) => expect.closeTo(8 * size, -1.5);
	expect(cut.frame).toEqual({ left: near(54), top: near(14), width: near(111), height: near(111) });
});

test("a pack that leaves little of the background is cut out, too", async () => {
	const close = await cutOut(
		await drawn("#f4f4f0", '<rect x="60" y="16" width="280" height="368" fill="#a33"/>'),
	);
	expect(close).toMatchObject({ frame: { left: expect.closeTo(0, -1), height: 400 } });
});

test("before a coloured background a shadow is as coloured, and is left out", async () => {
	const shadow = '<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>';
	const [x, y, side] = [100, 90, 200];
	const object = await drawn(
		"#4a6f9c",
		`${shadow}<rect x="${x + 4}" y="${y + 8}" width="${side}" height="${side}" opacity="0.45" filter="url(#soft)"/><rect x="${x}" y="${y}" width="${side}" height="${side}" fill="#fcfcfa"/>`,
	);
	const found = await findObject(object);
	if ("refused" in found) return expect.fail(found.refused);
	const covered = found.rgba.filter((level, at) => at % 4 === 3 && level > 127).length;
	expect(Math.abs(covered / side ** 2 - 1)).toBeLessThan(0.01);
});

test("a soft edge has the pack's colour, without what JPEG spreads of the background", async () => {
	const juice = demoProducts().find(({ record }) => record.barcode === "2990000030023");
	const { jpeg, rgba } = await photographOnWhite(juice ?? expect.fail(), "front", { sizePx: 500, seed: 14 });
	const found = await findObject(jpeg);
	if ("refused" in found) return expect.fail(found.refused);
	const off: number[] = [];
	for (let at = 0; at < rgba.length; at += 4) {
		const alpha = rgba[at + 3] ?? 0;
		if (alpha < 13 || alpha > 242 || (found.rgba[at + 3] ?? 0) < 13) continue;
		off.push(
			Math.hypot(...[at, at + 1, at + 2].map((level) => (found.rgba[level] ?? 0) - (rgba[level] ?? 0))),
		);
	}
	expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(12);
});

test("a dark shadow is left out", async () => {
	const object = await drawn(
		"#f4f4f0",
		'<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="14"/></filter><rect x="105" y="180" width="190" height="140" opacity="0.66" filter="url(#soft)"/><rect x="100" y="90" width="200" height="200" fill="#a33"/>',
	);
	const found = await findObject(object);
	if ("refused" in found) return expect.fail(found.refused);
	const covered = found.rgba.filter((level, at) => at % 4 === 3 && level > 127).length;
	expect(Math.abs(covered / 200 ** 2 - 1)).toBeLessThan(0.01);
});

test("a jar whose white foot went with its shadow is refused", async () => {
	const jar = demoProducts()[52] ?? expect.fail();
	const { jpeg } = await photographOnWhite(jar, "front", { sizePx: 900, seed: 52 });
	expect(await findObject(jpeg)).toEqual({ refused: expect.stringContaining("hardly be told") });
});

test.each([
	[
		"cut at the frame's edge",
		drawn("#fff", '<rect x="150" y="200" width="150" height="200" fill="#284"/>'),
		"reaches the edge",
	],
	[
		"white on white",
		drawn("#fff", '<rect x="100" y="80" width="200" height="240" fill="#fdfdfc"/>'),
		"hardly be told",
	],
	["nothing", drawn("#eee", ""), "hardly be told"],
	[
		"a cluttered background",
		drawn(
			"#fff",
			Array.from(
				{ length: 80 },
				(_, at) =>
					`<rect x="${(at * 97) % 400}" y="${(at * 53) % 400}" width="60" height="45" fill="hsl(${at * 47} 70% 50%)"/>`,
			).join(""),
		),
		"not plain",
	],
])("%s is refused with the reason", async (_what, picture, reason) => {
	expect(await cutOut(await picture)).toEqual({ refused: expect.stringContaining(reason) });
});
