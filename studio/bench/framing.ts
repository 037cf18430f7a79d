import sharp from "sharp";
import { cutOut } from "../src/cutout/index.ts";
import { seeded } from "./photographs.ts";

/**
 * How straight packs are framed, and whether the right pictures are refused: `tsx studio/bench/framing.ts [HOW_MANY]` draws packs askew by up to five degrees, half
 * of them on backgrounds from which no pack can be cut.
 */
const [howMany = "100"] = process.argv.slice(2);
const SIDE_PX = 600;
/** Of the longer side of the pack, in the square (GS1's margin of five percent on each side). */
const FILL = 0.9;

type Random = () => number;
const between = (random: Random, least: number, most: number) => least + random() * (most - least);
const colour = (random: Random, light: number) => `hsl(${Math.floor(random() * 360)} 65% ${light}%)`;

const PLAIN = ["#fbfbf8", "#e9e9ea", "#c9d6e4"];
const GOOD = ["coloured", "white on blue", "pale with an edge"] as const;
const BAD = ["white on white", "striped", "cluttered", "cut by the frame", "nothing"] as const;

/** A pack with words on it and a soft shadow below. */
function packSvg(random: Random, kind: string, angle: number): string {
	const [width, height] = [between(random, 160, 300), between(random, 240, 400)];
	const isPale = kind === "white on white";
	const fill =
		isPale || kind === "white on blue"
			? "#fcfcfa"
			: kind === "pale with an edge"
				? "#d9d2c4"
				: colour(random, 40);
	const [x, y] = [
		(SIDE_PX - width) / 2 + between(random, -40, 40),
		kind === "cut by the frame" ? SIDE_PX - height * 0.7 : (SIDE_PX - height) / 2,
	];
	const middle = `${x + width / 2} ${y + height / 2}`;
	const words = isPale
		? ""
		: `<rect x="${x + 20}" y="${y + 30}" width="${width - 40}" height="60" fill="${colour(random, 30)}"/><text x="${x + 30}" y="${y + 150}" font-size="28" fill="#222">Kosher food</text>`;
	return `<g transform="rotate(${angle} ${middle})"><rect x="${x + 4}" y="${y + 8}" width="${width}" height="${height}" rx="6" fill="#000" opacity="${isPale ? 0 : 0.25}" filter="url(#soft)"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${between(random, 0, 8)}" fill="${fill}"/>${words}</g>`;
}

function groundSvg(random: Random, kind: string): string {
	const whole = (fill: string) => `<rect width="100%" height="100%" fill="${fill}"/>`;
	if (kind === "white on white") return whole("#fdfdfb");
	if (kind === "white on blue") return whole("#4a6f9c");
	if (kind === "pale with an edge") return whole("#fbfbf8");
	const many = (draw: (at: number) => string) => Array.from({ length: 90 }, (_, at) => draw(at)).join("");
	if (kind === "striped")
		return (
			whole("#fff") +
			many((at) => `<rect x="${at * 14}" width="7" height="100%" fill="${colour(random, 60)}"/>`)
		);
	if (kind === "cluttered")
		return (
			whole("#fff") +
			many(
				() =>
					`<rect x="${between(random, -40, SIDE_PX)}" y="${between(random, -40, SIDE_PX)}" width="70" height="55" fill="${colour(random, 55)}"/>`,
			)
		);
	return whole(PLAIN[Math.floor(random() * PLAIN.length)] ?? "#fff");
}

async function drawn(random: Random, kind: string, angle: number): Promise<Buffer> {
	const pack = kind === "nothing" ? "" : packSvg(random, kind, angle);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}"><filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>${groundSvg(random, kind)}${pack}</svg>`;
	const { data, info } = await sharp(Buffer.from(svg))
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const seen = data.map((level) =>
		Math.min(255, Math.max(0, level + (random() + random() + random() - 1.5) * 4)),
	);
	return sharp(seen, { raw: { width: info.width, height: info.height, channels: 3 } })
		.jpeg({ quality: 90 })
		.toBuffer();
}

/** How far the margins of a cut-out are from what they should be, as a share of the square. */
async function marginError(png: Uint8Array): Promise<number> {
	const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
	const { width: side } = info;
	let [left, right, top, bottom] = [side, 0, side, 0];
	for (let place = 0; place < side * side; place++) {
		if ((data[place * 4 + 3] ?? 0) < 128) continue;
		const [x, y] = [place % side, Math.floor(place / side)];
		[left, right, top, bottom] = [
			Math.min(left, x),
			Math.max(right, x),
			Math.min(top, y),
			Math.max(bottom, y),
		];
	}
	const [across, down] = [right - left + 1, bottom - top + 1];
	const offCentre = Math.max(Math.abs(left + right + 1 - side), Math.abs(top + bottom + 1 - side)) / 2;
	return Math.max(Math.abs(Math.max(across, down) / side - FILL), offCentre / side);
}

const angles: number[] = [];
const margins: number[] = [];
const verdicts = { refusedRightly: 0, refusedWrongly: 0, cutRightly: 0, cutWrongly: 0 };
for (let at = 0; at < Number(howMany); at++) {
	const random = seeded(at + 1);
	const isGood = at % 2 === 0;
	const kinds = isGood ? GOOD : BAD;
	const kind = kinds[(at >> 1) % kinds.length] ?? "nothing";
	const angle = between(random, -5, 5);
	const cut = await cutOut(await drawn(random, kind, angle));
	const isRefused = "refused" in cut;
	verdicts[
		isRefused ? (isGood ? "refusedWrongly" : "refusedRightly") : isGood ? "cutRightly" : "cutWrongly"
	]++;
	if (isRefused === isGood) console.log(at, kind, isRefused ? cut.refused : "was cut out");
	if (isRefused || !isGood) continue;
	angles.push(Math.abs(cut.straightened + angle));
	margins.push(await marginError(cut.png));
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
console.log({
	...verdicts,
	angle: { mean: mean(angles), worst: Math.max(...angles) },
	margin: { mean: mean(margins), worst: Math.max(...margins) },
});
