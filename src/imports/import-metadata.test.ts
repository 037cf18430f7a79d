import { expect, test } from "vitest";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { systemClock } from "../platform/time/clock.ts";
import { importMetadata } from "./import-metadata.ts";
import { importRun } from "./order.fixture.ts";
import type { MetadataSource } from "./sources/sources.ts";

const LINES = 12_000;

/** Imports lines into a store that accepts them at once. @returns the number of lines in each transaction. */
async function batchesOf(holdsUpServer: () => boolean): Promise<number[]> {
	const sizes: number[] = [];
	const db = {
		write: async (_command: unknown, { changes }: { changes: readonly unknown[] }) => {
			sizes.push(changes.length);
			return changes.map(() => ({
				outcome: "created",
				barcode: "",
				values: [],
				edited: [],
				otherForm: null,
				certificates: [],
			}));
		},
	} as unknown as Database;
	const text = Array.from({ length: LINES }, (_, number) => `{"barcode":"${100_000 + number}"}\n`).join("");
	const source = {
		kind: "metadata",
		source: "lines.ndjson",
		format: "ndjson",
		sizeBytes: text.length,
		async *chunks() {
			yield Buffer.from(text);
		},
	} as MetadataSource;
	const run = importRun({ db, blobs: {} as BlobStore, clock: systemClock }, { holdsUpServer });
	await importMetadata(run, source, { fillsUp: false, onDescribed: () => undefined });
	expect(run.report.products.created).toBe(LINES);
	return sizes;
}

test("transactions grow long if they hold up no server", async () => {
	expect(Math.max(...(await batchesOf(() => false)))).toBeGreaterThan(1000);
});

test("transactions stay short if they hold up a server", async () => {
	expect(Math.max(...(await batchesOf(() => true)))).toBeLessThanOrEqual(400);
});

test("a server that starts during the import shortens the transactions that follow", async () => {
	let written = 0;
	const sizes = await batchesOf(() => ++written > 8);
	expect(Math.max(...sizes)).toBeGreaterThan(400);
	expect(sizes.length).toBeGreaterThan(12);
	expect(Math.max(...sizes.slice(12))).toBeLessThanOrEqual(400);
});
