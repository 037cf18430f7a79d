import { codewordsOf, decodePrepared, deliverInto, openPrepared } from "@packshot/marking/deliver";
import { preparePicture } from "../../src/pictures/preparation/prepare.ts";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";
import { drawPerRequest } from "../drawing/draw.ts";
import { table } from "../markdown-table.ts";
import { importSpeeds } from "./importing.ts";
import { type PictureKind, type SourceFile, speedSources } from "./sources.ts";

/** The cost of a delivery beside that of an image server that draws on each request, and the speed of imports. Over HTTP: `bench/rows/images.ts`. */
export async function speedTables(quick: boolean): Promise<Record<string, string>> {
	const sources = await speedSources();
	const costs = [];
	for (const { kind, bytes } of sources) costs.push(await costOf(kind, bytes, quick ? 0.2 : 1));
	return {
		"delivery-cost": costTable(costs),
		"import-speed": await importTable(sources, quick),
	};
}

interface Cost {
	readonly name: string;
	readonly copyMs: number;
	readonly deliverMs: number;
	readonly sharpMs: number;
}

/** CPU time of a single call to each, with `share` of the usual repetitions. */
async function costOf(kind: PictureKind, bytes: Uint8Array, share: number): Promise<Cost> {
	const prepared = await preparePicture(bytes, { variant: kind, watermark: defaultWatermark, sizesPx: [] });
	if ("refused" in prepared) throw new Error(prepared.refused);
	const picture = decodePrepared(prepared.watermarked);
	const codewordOf = codewordsOf("benchmark", picture.flips.cellCount);
	const { flips } = openPrepared(prepared.watermarked);
	const room = Buffer.alloc(picture.base.length);
	const seed = new Uint8Array(32).fill(1);
	const size = `${(picture.base.length / 1024).toFixed(0)} KB`;
	return {
		name: `${picture.format.toUpperCase()}, ${size}, ${picture.flips.cellCount} cells`,
		copyMs: await cpuMs(3000 * share, () => Buffer.from(picture.base)),
		deliverMs: await cpuMs(3000 * share, () => deliverInto(room, picture.base, flips, codewordOf(seed))),
		sharpMs: await cpuMs(30 * share, await drawPerRequest(picture.base)),
	};
}

async function cpuMs(calls: number, work: () => unknown): Promise<number> {
	for (let i = 0; i < calls / 5; i++) await work();
	const before = process.cpuUsage();
	for (let i = 0; i < calls; i++) {
		const pending = work();
		// Awaiting a non-promise would add a microtask turn to a call of microseconds.
		if (pending instanceof Promise) await pending;
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / calls;
}

function costTable(costs: readonly Cost[]): string {
	const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
	return table(
		[
			"CPU for one file",
			"copy the bytes",
			"codeword and deliver",
			"sharp: decode, draw, encode",
			"sharp ÷ deliver",
		],
		costs.map(({ name, copyMs, deliverMs, sharpMs }) => [
			name,
			ms(copyMs),
			ms(deliverMs),
			ms(sharpMs),
			`${Math.round(sharpMs / deliverMs)}×`,
		]),
	);
}

async function importTable(sources: readonly SourceFile[], quick: boolean): Promise<string> {
	const rows = await importSpeeds(sources, quick ? 10 : 100);
	const ms = (value: number) => `${Math.round(value)} ms`;
	return table(
		[
			"imported beside a server",
			"pictures a second",
			"longest delay of the import's event loop",
			"of the server's",
		],
		rows.map(({ name, picturesPerSecond, importDelayMs, serverDelayMs }) => [
			name,
			picturesPerSecond.toFixed(1),
			ms(importDelayMs),
			ms(serverDelayMs),
		]),
	);
}
