/*
 * `npx tsx marking/bench/innocents.ts`: how many clients who did not take part reach a score on a mixture, beside the highest number that the bound
 * allows. Their bits are drawn as every client's are, and scored beside nobody, and beside nine of the ten colluders.
 *
 *   --million N   how many millions of them (1)
 *   --attack LIST how ten copies are mixed ("minimum of 10;maximum of 10;average of 10;mosaic of 10")
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { table } from "../../bench/markdown-table.ts";
import { seedBytes, sumScores } from "../src/attribution/client-sums.ts";
import { readLeakedCells } from "../src/attribution/leak-reading.ts";
import { mixedPicture, weighMixture } from "../src/attribution/name-colluders.ts";
import { logTailBound } from "../src/attribution/tail.ts";
import { codeword } from "../src/marks/codeword.ts";
import { deliver } from "../src/marks/deliver.ts";
import { collusion } from "./attacks.ts";
import { benchClients } from "./attempt.ts";
import { harderAttacks } from "./harder-attacks.ts";
import { type BenchPicture, keepPictures, keptPictures, renderedSubject, type Subject } from "./pictures.ts";

const { values } = parseArgs({
	options: {
		million: { type: "string", default: "1" },
		attack: { type: "string", default: "minimum of 10;maximum of 10;average of 10;mosaic of 10" },
	},
});

const atOnce = 20_000;
const chances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-10];
const subject = renderedSubject(0, 800) as Subject;
const folder = mkdtempSync(join(tmpdir(), "packshot-innocents-"));
await keepPictures(folder, subject);
const [picture] = keptPictures(folder, subject) as [BenchPicture];
const rows: string[][] = [];
for (const name of values.attack.split(";")) {
	const { imageId, base, flips, global } = picture;
	const attack = harderAttacks.find((one) => one.name === name) ?? collusion(name, 10);
	const words = benchClients(0)
		.slice(0, 10)
		.map(({ markSeed }) => codeword(markSeed, imageId, flips.cellCount, global));
	const copies = await Promise.all(
		words.map((bits) =>
			sharp(deliver(base, flips, bits))
				.png()
				.toBuffer(),
		),
	);
	const [match] = await readLeakedCells(await attack.apply(copies, 1), [picture], { isMixed: true });
	for (const mixture of match ? mixedPicture(match) : []) {
		for (const beside of [[], words.slice(0, 9)]) {
			const weighed = weighMixture(mixture, beside);
			const least = chances.map((chance) => scoreWith(Math.log(chance), weighed.weights, weighed.biases));
			const reached = chances.map(() => 0);
			const count = 1e6 * Number(values.million);
			for (let done = 0; done < count; done += atOnce) {
				const [sums] = sumScores([weighed], randomBytes(seedBytes * atOnce));
				for (const sum of sums ?? [])
					least.forEach((score, i) => {
						if (sum >= score) reached[i] = (reached[i] as number) + 1;
					});
			}
			rows.push([
				name,
				String(beside.length),
				...reached.map((n, i) => `${n} ≤ ${Number((count * (chances[i] as number)).toPrecision(3))}`),
			]);
		}
	}
}
console.log(table(["copies", "beside", ...chances.map((chance) => chance.toExponential(0))], rows));

/** The score whose bound is this probability. */
function scoreWith(logChance: number, weights: Float64Array, biases: Float64Array): number {
	let [low, high] = [0, 20 * Math.hypot(...weights)];
	for (let step = 0; step < 30; step++) {
		const middle = (low + high) / 2;
		if (logTailBound(middle, weights, biases) > logChance) low = middle;
		else high = middle;
	}
	return high;
}
