import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { CERTAIN, LEAST_TYPE_PX, readLabel } from "../../src/labels/read-label.ts";
import { type Page, recognise } from "../src/label/index.ts";
import { AMERICAN, drawnLabel, LAYOUTS, type Layout, type Random } from "./drawn-labels.ts";
import { seeded } from "./photographs.ts";

/**
 * How well labels are read: `tsx studio/bench/labels.ts [HOW_MANY] [DPI] [flat|folded|curved|glare] [LAYOUT|american|all] [FOLDER]` draws labels whose values
 * are known, as a camera sees them at this resolution, and compares what is read of them. Some ten seconds a label. What was recognised is kept in the
 * folder, so that changes of how it is read are measured in a second; a value that is not on the label counts as wrong.
 */
const [howMany = "12", dpi = "200", shape = "flat", layouts = "american", folder] = process.argv.slice(2);
const drawnLayouts: readonly Layout[] =
	layouts === "american" ? AMERICAN : layouts === "all" ? LAYOUTS : [layouts as Layout];

/** As a camera sees it: folded, around a jar, or with a lamp mirrored in it; a little blurred, with noise, as JPEG. */
async function photographed(svg: string, random: Random): Promise<Buffer> {
	const { data, info } = await sharp(Buffer.from(svg), { density: Number(dpi) })
		.greyscale()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	const seen = Buffer.alloc(data.length);
	const [lampX, lampY] = [random() * width, random() * height];
	const fold = { at: height * (0.2 + 0.6 * random()), slope: (random() - 0.5) * 0.5 };
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			// Of a jar seventy degrees are seen to each side.
			const across = (2 * x) / width - 1;
			const fromX =
				shape === "curved" ? ((Math.asin(across * Math.sin(1.22)) / 1.22 + 1) / 2) * (width - 1) : x;
			const crease = y - fold.at - fold.slope * (x - width / 2);
			const isFolded = shape === "folded";
			// Beyond the crease the paper leans away: it is lower, and darker right at it.
			const fromY = isFolded && crease > 0 ? Math.min(height - 1, y + crease * 0.06) : y;
			const dark = isFolded ? 50 * Math.exp(-((crease / (width / 60)) ** 2)) + (crease > 0 ? 14 : 0) : 0;
			const glare =
				shape === "glare" ? 130 * Math.exp(-(((x - lampX) ** 2 + (y - lampY) ** 2) / (width / 4) ** 2)) : 0;
			const noise = (random() + random() + random() - 1.5) * 8;
			const paper = 0.86 * (data[Math.round(fromY) * width + Math.round(fromX)] ?? 0) + 24;
			seen[y * width + x] = Math.min(255, Math.max(0, paper + glare - dark + noise));
		}
	return sharp(seen, { raw: { width, height, channels: 1 } })
		.blur(0.6)
		.jpeg({ quality: 88 })
		.toBuffer();
}

async function recognised(name: string, svg: string, random: Random): Promise<Page[]> {
	const kept = folder === undefined ? undefined : `${folder}/${name}.json`;
	if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
	const jpeg = await photographed(svg, random);
	const pages = await recognise(jpeg, LEAST_TYPE_PX);
	if (kept) {
		writeFileSync(`${folder}/${name}.jpg`, jpeg);
		writeFileSync(kept, JSON.stringify(pages));
	}
	return pages;
}

interface Count {
	right: number;
	wrong: number;
	missing: number;
}
const f1 = ({ right, wrong, missing }: Count) => (2 * right) / (2 * right + wrong + missing || 1);

const fields = new Map<string, Count>();
const told = { right: 0, wrong: 0, missing: 0, certain: 0, certainWrong: 0, refused: 0 };
const started = performance.now();
if (folder !== undefined) mkdirSync(folder, { recursive: true });
for (let at = 0; at < Number(howMany); at++) {
	const layout = drawnLayouts[at % drawnLayouts.length] as Layout;
	const { svg, truth } = drawnLabel(at + 1, layout);
	const reading = readLabel(await recognised(`${layout}-${at}-${dpi}-${shape}`, svg, seeded(at + 1000)));
	if ("refused" in reading) {
		told.refused++;
		console.log(at, layout, reading.refused);
		continue;
	}
	const read = new Map(reading.values.map((value) => [value.key, value]));
	const faults: string[] = [];
	for (const key of new Set([...truth.keys(), ...read.keys()])) {
		const [expected, found] = [truth.get(key), read.get(key)];
		const isRight = JSON.stringify(found?.value) === JSON.stringify(expected);
		const verdict = !found ? "missing" : isRight ? "right" : "wrong";
		const count = fields.get(key) ?? { right: 0, wrong: 0, missing: 0 };
		fields.set(key, count);
		count[verdict]++;
		told[verdict]++;
		if (found && found.certainty >= CERTAIN) {
			told.certain++;
			if (!isRight) told.certainWrong++;
		}
		if (isRight) continue;
		const sure = found && found.certainty >= CERTAIN ? " CERTAIN" : "";
		faults.push(
			`${key}: ${JSON.stringify(found?.value)} (${found?.certainty}${sure}) for ${JSON.stringify(expected)}`,
		);
	}
	console.log(at, layout, faults.join("; "));
}
for (const [key, count] of fields) console.log(key, count, f1(count).toFixed(3));
console.log({ howMany, dpi, shape, layouts, ...told, f1: f1(told).toFixed(4) });
console.log(`${((performance.now() - started) / 1000 / Number(howMany)).toFixed(1)} s a label`);
