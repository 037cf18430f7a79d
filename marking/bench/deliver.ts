/*
 * The cost of delivering one marked JPEG, compared with copying the same bytes and with what image servers do instead: decode, draw, encode.
 * Run: npx tsx marking/bench/deliver.ts [file.jpg]
 */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { drawPerRequest } from "../../bench/drawing/draw.ts";
import { codewordsOf } from "../src/marks/codeword.ts";
import { deliverInto } from "../src/marks/deliver.ts";
import { planJpeg } from "../src/marks/jpeg/plan.ts";
import { encodePrepared, openPrepared } from "../src/preparation/prepared.ts";

const path = process.argv[2];
const base = path ? readFileSync(path) : await drawnProduct(1600);

const plan = planJpeg(base);
const stored = encodePrepared(base, plan);
const { flips } = openPrepared(stored);
const room = Buffer.alloc(base.length);
const codewordOf = codewordsOf("benchmark", flips.cellCount);
const seed = new Uint8Array(32).fill(1);
const codeword = codewordOf(seed);
const kilobytes = (bytes: Uint8Array) => `${Math.round(bytes.length / 1024)} KB`;
console.log(`base ${plan.width}×${plan.height}, ${kilobytes(base)}`);
console.log(
	`${flips.cellCount} cells, ${flips.entries.length} patches, stored as ${kilobytes(stored)} with the base\n`,
);

const rows = {
	"copy of the bytes": await timed(2000, () => Buffer.from(base)),
	deliver: await timed(2000, () => deliverInto(room, base, flips, codeword)),
	"codeword of a client": await timed(2000, () => codewordOf(seed)),
	"codeword and deliver": await timed(2000, () => deliverInto(room, base, flips, codewordOf(seed))),
	"open what is stored": await timed(200, () => openPrepared(stored)),
	"sharp: decode, draw, encode": await timed(10, await drawPerRequest(base)),
	"plan the cells (at import)": await timed(10, () => planJpeg(base)),
	"pack for storage (at import)": await timed(10, () => encodePrepared(base, plan)),
};
console.table(rows);

/** Elapsed and CPU time of one call in milliseconds: the median of the elapsed times, the mean of the CPU times. */
async function timed(calls: number, work: () => unknown): Promise<{ "median ms": number; "CPU ms": number }> {
	for (let i = 0; i < calls / 5; i++) await work();
	const elapsed: number[] = [];
	const before = process.cpuUsage();
	for (let i = 0; i < calls; i++) {
		const start = performance.now();
		const pending = work();
		// Awaiting a non-promise would add a microtask turn to a call of microseconds.
		if (pending instanceof Promise) await pending;
		elapsed.push(performance.now() - start);
	}
	const used = process.cpuUsage(before);
	const median = elapsed.sort((a, b) => a - b)[Math.floor(calls / 2)] ?? 0;
	const rounded = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000;
	return { "median ms": rounded(median), "CPU ms": rounded((used.user + used.system) / 1000 / calls) };
}

/** A textured package on white, with a file about as large as a studio photo of that size. */
async function drawnProduct(side: number): Promise<Buffer> {
	const pixels = Buffer.alloc(side * side * 3, 255);
	let state = 1;
	const random = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	const noise = Float32Array.from({ length: side }, () => random() * 60);
	for (let y = side / 8; y < (side * 7) / 8; y++) {
		for (let x = side / 4; x < (side * 3) / 4; x++) {
			const print = x % 41 < 12 && y % 53 < 14 ? 70 : 0;
			const level = 70 + (noise[x] ?? 0) * Math.sin(y / 60) + (60 * y) / side + print + 16 * (random() - 0.5);
			for (let c = 0; c < 3; c++) pixels[(y * side + x) * 3 + c] = Math.max(0, Math.min(255, level + 20 * c));
		}
	}
	return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
		.jpeg({ quality: 88 })
		.toBuffer();
}
