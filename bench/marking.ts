/*
 * What the invisible marks survive: every attack on every picture, traced with estimated geometry among 10,000 innocent clients.
 * Run: npx tsx bench/marking.ts [--quick] [--pictures N] [--leaks N] [--photos DIR] [--json FILE]
 * Prints a table in Markdown and the same as JSON. Takes about two seconds for every picture and attack.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { codeword } from "../src/images/marking/codeword.ts";
import { deliver } from "../src/images/marking/deliver.ts";
import { byLikeness, likenessTo } from "../src/images/tracing/likeness.ts";
import { decodePicture, flatten } from "../src/images/tracing/picture.ts";
import { identificationThreshold, type TracedClient } from "../src/images/tracing/score.ts";
import { traceLeaks } from "../src/images/tracing/trace.ts";
import { type Attack, attacks } from "./marking/attacks.ts";
import { type BenchPicture, photos, renderedPackages } from "./marking/pictures.ts";

const { values: options } = parseArgs({
	options: {
		quick: { type: "boolean", default: false },
		pictures: { type: "string" },
		leaks: { type: "string", default: "1" },
		photos: { type: "string" },
		json: { type: "string" },
	},
});

const leakerCount = 20;
const innocentCount = options.quick ? 1000 : 10_000;
const pictureCount = Number(options.pictures ?? (options.quick ? 3 : 50));

const clients: TracedClient[] = Array.from({ length: leakerCount + innocentCount }, (_, i) => ({
	clientId: `client-${i}`,
	markSeed: createHash("sha256").update(`benchmark client ${i}`).digest(),
}));

/** One leak and what tracing made of it. */
interface Outcome {
	readonly format: string;
	readonly attack: string;
	/** Whether the fingerprint led to the right product before all others. */
	readonly found: boolean;
	/** Of each client whose copy went in. */
	readonly scores: number[];
	readonly named: number;
	readonly falselyNamed: number;
	readonly bestInnocent: number;
	readonly traceMs: number;
}

const pictures: BenchPicture[] = [];
for await (const picture of options.photos ? photos(options.photos) : renderedPackages(pictureCount)) {
	pictures.push(picture);
	process.stderr.write(`\rprepared ${pictures.length} pictures`);
}
process.stderr.write("\n");

const outcomes: Outcome[] = [];
for (const [i, picture] of pictures.entries()) {
	for (const [j, attack] of attacks.entries()) {
		for (let leak = 0; leak < Number(options.leaks); leak++)
			outcomes.push(await attempt(picture, attack, (7 * i + 3 * j + leak) % leakerCount));
		process.stderr.write(`\rpicture ${i + 1} of ${pictures.length}, ${attack.name}${" ".repeat(20)}`);
	}
}
process.stderr.write("\n");

const rows = ["jpeg", "png"].flatMap((format) =>
	attacks
		.map(({ name }) => outcomes.filter((one) => one.format === format && one.attack === name))
		.filter((group) => group.length > 0)
		.map(summary),
);
console.log(markdown(rows));
console.log(JSON.stringify({ pictures: pictures.length, clients: clients.length, rows }));
if (options.json) writeFileSync(options.json, JSON.stringify({ rows, outcomes }, null, "\t"));

async function attempt(picture: BenchPicture, attack: Attack, firstLeaker: number): Promise<Outcome> {
	const leakers = Array.from(
		{ length: attack.copies },
		(_, i) => clients[(firstLeaker + i) % leakerCount] as TracedClient,
	);
	const copies = await Promise.all(leakers.map((leaker) => opaqueCopy(picture, leaker)));
	const leak = await attack.apply(copies, firstLeaker + 1);
	const start = performance.now();
	const { candidates } = await traceLeaks([leak], [picture], clients);
	const traceMs = performance.now() - start;
	const guilty = new Set(leakers.map(({ clientId }) => clientId));
	const named = candidates.filter((one) => one.falsePositiveProbability < identificationThreshold);
	return {
		format: picture.format,
		attack: attack.name,
		found: await isFound(leak, picture),
		scores: candidates.filter(({ clientId }) => guilty.has(clientId)).map(({ score }) => score),
		named: named.filter(({ clientId }) => guilty.has(clientId)).length / leakers.length,
		falselyNamed: named.filter(({ clientId }) => !guilty.has(clientId)).length,
		bestInnocent: candidates.find(({ clientId }) => !guilty.has(clientId))?.score ?? 0,
		traceMs,
	};
}

/** What the client was sent, stored without loss; a cut-out is laid over the colour of some shop's page. */
async function opaqueCopy(picture: BenchPicture, { markSeed }: TracedClient): Promise<Buffer> {
	const { base, flips, imageId } = picture;
	const delivered = deliver(base, flips, codeword(markSeed, imageId, flips.cellCount));
	const grounds = ["#fff", "#f3efe6", "#222", "#cde"];
	const background = grounds[flips.cellCount % grounds.length] ?? "#fff";
	return sharp(delivered).flatten({ background }).png({ compressionLevel: 1 }).toBuffer();
}

async function isFound(leak: Buffer, { subject }: BenchPicture): Promise<boolean> {
	const likeness = likenessTo(flatten(await decodePicture(leak), 255));
	const [first] = pictures
		.map((one) => ({ ...likeness(one.fingerprint), subject: one.subject }))
		.sort(byLikeness);
	return first?.subject === subject;
}

function summary(group: Outcome[]) {
	const [{ format, attack }] = group as [Outcome];
	const scores = group.flatMap((one) => one.scores).sort((a, b) => a - b);
	const mean = (read: (one: Outcome) => number) =>
		group.reduce((sum, one) => sum + read(one), 0) / group.length;
	const times = group.map(({ traceMs }) => traceMs).sort((a, b) => a - b);
	return {
		format,
		attack,
		leaks: group.length,
		found: mean(({ found }) => Number(found)),
		identified: mean(({ named }) => named),
		lowestScore: scores[0] ?? null,
		medianScore: scores[scores.length >> 1] ?? null,
		bestInnocent: Math.max(...group.map(({ bestInnocent }) => bestInnocent)),
		falselyNamed: group.reduce((sum, one) => sum + one.falselyNamed, 0),
		medianMs: times[times.length >> 1] ?? 0,
	};
}

function markdown(table: ReturnType<typeof summary>[]): string {
	const percent = (share: number) => `${Math.round(100 * share)} %`;
	const score = (value: number | null) => value?.toFixed(1) ?? "–";
	const lines = table.map((row) =>
		[
			row.format,
			row.attack,
			row.leaks,
			percent(row.found),
			percent(row.identified),
			score(row.lowestScore),
			score(row.medianScore),
			score(row.bestInnocent),
			row.falselyNamed,
			Math.round(row.medianMs),
		].join(" | "),
	);
	const heads = [
		"format",
		"attack",
		"leaks",
		"found",
		"identified",
		"lowest z",
		"median z",
		"best innocent",
		"false",
		"ms",
	];
	return [
		`| ${heads.join(" | ")} |`,
		`|${heads.map(() => "---").join("|")}|`,
		...lines.map((line) => `| ${line} |`),
	].join("\n");
}
