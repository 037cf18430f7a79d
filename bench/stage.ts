import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedProducts } from "@packshot/demo/generated-products";
import { type Caller, signedIn } from "./caller.ts";
import { median } from "./figure.ts";
import { fillCatalogue, filledBarcodes } from "./filled-catalogue.ts";
import { type SourceFile, speedSources } from "./pictures/sources.ts";
import { benchFolder, ports, runPackshot, type Server, startPackshot } from "./processes.ts";
import type { Pace } from "./side-by-side.ts";

export const PRODUCTS = 30_000;

/** Shared fixtures, each started once when the first row needs it. */
export interface Stage {
	/** For the files of rows. */
	readonly folder: string;
	readonly pace: Pace;
	/** Where the catalogue of a million products is kept, or will be; undefined if it is temporary. */
	readonly millionFolder: string | undefined;
	/** Number of charges made with the key that has the long ledger. */
	readonly entries: number;
	/** 30,000 products, imported by the command from an NDJSON file. */
	plain(): Promise<Plain>;
	/** 30,000 products with recorded pictures. */
	pictured(): Promise<Served>;
	/** A photo and a cut-out as a studio would deliver them. */
	sources(): Promise<SourceFile[]>;
	close(): Promise<void>;
}

export interface Served {
	readonly folder: string;
	readonly server: Server;
	readonly caller: Caller;
	readonly barcodes: readonly string[];
}

export interface Plain extends Served {
	readonly productsFile: string;
	readonly importSeconds: number;
	/** From process start to the first answer, median of several starts. */
	readonly startMs: number;
}

const STARTS = 3;

/** Signing in is benchmarked too. */
export const settings = {
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE: "10000000",
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "10000000",
	PACKSHOT_IP_REQUESTS_PER_MINUTE: "10000000",
};

export function openStage(pace: Pace, entries: number, millionFolder?: string): Stage {
	const { folder, remove } = benchFolder();
	const running: Server[] = [];
	const plain = once(async () => {
		const served = await startPlain(newFolder(folder, "plain"));
		running.push(served.server);
		return served;
	});
	const pictured = once(async () => {
		const served = await startPictured(newFolder(folder, "pictured"));
		running.push(served.server);
		return served;
	});
	return {
		folder,
		pace,
		millionFolder,
		entries,
		plain,
		pictured,
		sources: once(speedSources),
		async close() {
			for (const server of running) await server.stop();
			remove();
		},
	};
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

function newFolder(folder: string, name: string): string {
	const made = join(folder, name);
	mkdirSync(made);
	return made;
}

async function startPlain(folder: string): Promise<Plain> {
	const { file, barcodes, seconds } = importProducts(folder, PRODUCTS);
	const starts: number[] = [];
	let server = await startPackshot(folder, ports.plain, settings);
	while (starts.length < STARTS) {
		await server.stop();
		const startedAt = performance.now();
		server = await startPackshot(folder, ports.plain, settings);
		starts.push(performance.now() - startedAt);
	}
	const startMs = median(starts);
	const served = { folder, server, caller: await signedIn(folder, ports.plain), barcodes };
	await readEveryProduct(served);
	return { ...served, productsFile: file, importSeconds: seconds, startMs };
}

async function startPictured(folder: string): Promise<Served> {
	await fillCatalogue(folder, PRODUCTS);
	const server = await startPackshot(folder, ports.pictured, settings);
	const caller = await signedIn(folder, ports.pictured);
	const served = { folder, server, caller, barcodes: filledBarcodes(PRODUCTS, PRODUCTS) };
	await readEveryProduct(served);
	return served;
}

const READERS = 64;

/** Reads every product once, to warm the caches as in a service that has run for a while. */
export async function readEveryProduct({ caller, barcodes }: Served): Promise<void> {
	const waiting = barcodes.values();
	const reader = async () => {
		for (const barcode of waiting) await caller.call(`/products/${barcode}`);
	};
	await Promise.all(Array.from({ length: READERS }, reader));
}

/** Writes products to a file in a data folder, which may not exist yet, and imports it with the command. */
export function importProducts(folder: string, count: number, environment: Record<string, string> = {}) {
	const products = [...generatedProducts(count)];
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = join(folder, "products.ndjson");
	writeFileSync(file, products.map((product) => JSON.stringify(product)).join("\n"));
	const startedAt = performance.now();
	runPackshot(folder, ["import", file], environment);
	/** Start-up and exit included. */
	const seconds = (performance.now() - startedAt) / 1000;
	return { file, barcodes: products.map(({ barcode }) => barcode), seconds };
}
