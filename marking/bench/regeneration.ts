/*
 * `npx tsx marking/bench/regeneration.ts`: whether a mark survives an autoencoder that draws the picture again, at several strengths. The autoencoders
 * learn from rendered products other than those that are attacked. Needs Debian's python3-torch and python3-pil; some hours on two cores.
 *
 *   --pictures N      attacked products of 800 px, each as JPEG and as cut-out (8)
 *   --innocents N     clients that are scored beside the leakers (10,000)
 *   --state FOLDER    where pictures and weights are stored, and taken from if they are there
 *   --steps N         how long each autoencoder learns (1,500)
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { median } from "../../bench/figure.ts";
import { table } from "../../bench/markdown-table.ts";
import type { Attack } from "./attacks.ts";
import { attempt, benchClients, type Outcome } from "./attempt.ts";
import { keepPictures, keptPictures, renderedSubject, type Subject } from "./pictures.ts";

/** What an autoencoder keeps: so many whole numbers for every square of so many pixels. */
const strengths = [
	{ shrunk: 8, channels: 16 },
	{ shrunk: 8, channels: 4 },
	{ shrunk: 16, channels: 8 },
	{ shrunk: 16, channels: 3 },
	{ shrunk: 32, channels: 8 },
];
const SIDE_PX = 800;
/** Products from this place on are learned from; those before it may be attacked. */
const FIRST_LEARNED = 20;
const LEARNED = 40;

const { values } = parseArgs({
	options: {
		pictures: { type: "string", default: "8" },
		innocents: { type: "string", default: "10000" },
		state: { type: "string", default: join(tmpdir(), "packshot-regeneration") },
		steps: { type: "string", default: "1500" },
	},
});
const program = fileURLToPath(new URL("./regeneration.py", import.meta.url));
const [learned, prepared] = [join(values.state, "learned"), join(values.state, "prepared")];
const attacked = Number(values.pictures);

await keepLearned();
const clients = benchClients(Number(values.innocents));
const rows: string[][] = [];
for (const strength of strengths) {
	const weights = join(values.state, `${strength.shrunk}-${strength.channels}.pt`);
	const { shrunk, channels } = strength;
	const kept = ["--shrunk", String(shrunk), "--channels", String(channels), "--steps", values.steps];
	if (!existsSync(weights)) python(["train", learned, weights, ...kept]);
	rows.push(...(await attackAll(`${channels} numbers for ${shrunk}×${shrunk} pixels`, weights)));
}
const head = [
	"what it keeps",
	"copies of a",
	"PSNR, median",
	"named",
	"lowest z",
	"median z",
	"wrongly",
	"origin",
];
console.log(table(head, rows));

/** Stores the pictures that the autoencoders learn from. */
async function keepLearned(): Promise<void> {
	mkdirSync(learned, { recursive: true });
	for (let place = FIRST_LEARNED; place < FIRST_LEARNED + LEARNED; place++) {
		const subject = renderedSubject(place, SIDE_PX) as Subject;
		const file = join(learned, `${subject.name}.png`);
		if (existsSync(file)) continue;
		await keepPictures(prepared, subject);
		const [picture] = keptPictures(prepared, subject);
		if (picture) writeFileSync(file, await sharp(picture.original).png().toBuffer());
	}
}

async function attackAll(name: string, weights: string): Promise<string[][]> {
	const psnrs = new Map<string, number[]>();
	const outcomes = new Map<string, Outcome[]>();
	for (let place = 0; place < attacked; place++) {
		const subject = renderedSubject(place, SIDE_PX) as Subject;
		await keepPictures(prepared, subject);
		for (const picture of keptPictures(prepared, subject)) {
			const attack: Attack = {
				name,
				copies: 1,
				async apply([copy]) {
					const again = python(["apply", weights], copy);
					psnrs.set(picture.format, [
						...(psnrs.get(picture.format) ?? []),
						await psnr(copy as Buffer, again),
					]);
					return sharp(again).jpeg({ quality: 90 }).toBuffer();
				},
			};
			const outcome = await attempt(picture, attack, place, clients, []);
			outcomes.set(picture.format, [...(outcomes.get(picture.format) ?? []), outcome]);
		}
	}
	return [...outcomes].map(([format, all]) => {
		const scores = all.flatMap((one) => one.scores).toSorted((a, b) => a - b);
		const sum = (of: (one: Outcome) => number) => all.reduce((total, one) => total + of(one), 0);
		const origins = ["delivered", "unclear", "elsewhere"].map(
			(verdict) => `${all.filter(({ origin }) => origin === verdict).length} ${verdict}`,
		);
		return [
			...[name, format, `${median(psnrs.get(format) ?? []).toFixed(1)} dB`],
			...[
				`${sum(({ named }) => named)} of ${all.length}`,
				(scores[0] ?? 0).toFixed(1),
				median(scores).toFixed(1),
			],
			...[String(sum(({ falselyNamed }) => falselyNamed)), origins.join(", ")],
		];
	});
}

function python(args: readonly string[], input?: Buffer): Buffer {
	const { status, stdout, error } = spawnSync("/usr/bin/python3", [program, ...args], {
		input,
		stdio: ["pipe", "pipe", "inherit"],
		maxBuffer: 64 * 1024 ** 2,
	});
	if (error || status !== 0) throw error ?? new Error(`regeneration.py ${args[0]} ended with ${status}`);
	return stdout;
}

/** The peak signal-to-noise ratio of two pictures of one size in dB. */
async function psnr(one: Buffer, other: Buffer): Promise<number> {
	const [a, b] = await Promise.all([one, other].map((file) => sharp(file).removeAlpha().raw().toBuffer()));
	const [left, right] = [a as Buffer, b as Buffer];
	const squares = left.reduce((sum, value, i) => sum + (value - (right[i] as number)) ** 2, 0);
	return 10 * Math.log10((255 ** 2 * left.length) / squares);
}
