import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedProducts } from "@packshot/demo/generated-products";
import { type Caller, signedIn } from "./caller.ts";
import { fillCatalogue, filledBarcodes } from "./filled-catalogue.ts";
import { type SourceFile, speedSources } from "./pictures/sources.ts";
import { benchFolder, ports, runPackshot, type Server, startPackshot } from "./processes.ts";
import type { Pace } from "./side-by-side.ts";

export const PRODUCTS = 30_000;

/** Started once, when the first row needs it. */
export interface Stage {
	/** For whatever a row keeps. */
	readonly folder: string;
	readonly pace: Pace;
	/** Where the million products are, or will be, when they are to be kept. */
	readonly millionFolder: string | undefined;
	/** How many charges the key with the long ledger has made. */
	readonly entries: number;
	/** 30,000 products, imported by the command as lines of a file. */
	plain(): Promise<Plain>;
	/** 30,000 products that are known to have pictures. */
	pictured(): Promise<Served>;
	/** A photo and a cut-out as a studio hands them in. */
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
	/** From the start of the process to its first answer, the middle one of several starts. */
	readonly startMs: number;
}

const STARTS = 3;

/** Signing in is loaded too. */
const settings = {
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
	const productsFile = join(folder, "products.ndjson");
	const barcodes = writeProducts(productsFile);
	const importSeconds = importOf(folder, productsFile);
	const starts: number[] = [];
	let server = await startPackshot(folder, ports.plain, settings);
	while (starts.length < STARTS) {
		await server.stop();
		const startedAt = performance.now();
		server = await startPackshot(folder, ports.plain, settings);
		starts.push(performance.now() - startedAt);
	}
	const startMs = starts.sort((a, b) => a - b)[STARTS >> 1] ?? Number.NaN;
	const served = { folder, server, caller: await signedIn(folder, ports.plain), barcodes };
	await readEveryProduct(served);
	return { ...served, productsFile, importSeconds, startMs };
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

/** Reads every product once: a service that has run for a while remembers what it was asked for. */
export async function readEveryProduct({ caller, barcodes }: Served): Promise<void> {
	const waiting = barcodes.values();
	const reader = async () => {
		for (const barcode of waiting) await caller.call(`/products/${barcode}`);
	};
	await Promise.all(Array.from({ length: READERS }, reader));
}

/** Writes products as a file to import, 30,000 unless others are given. @returns their barcodes. */
export function writeProducts(file: string, written = generatedProducts(PRODUCTS)): string[] {
	const products = [...written];
	writeFileSync(file, products.map((product) => JSON.stringify(product)).join("\n"));
	return products.map(({ barcode }) => barcode);
}

/** Imports a file with the command. @returns the seconds it took, its start and end included. */
export function importOf(folder: string, file: string, environment: Record<string, string> = {}): number {
	const startedAt = performance.now();
	runPackshot(folder, ["import", file], environment);
	return (performance.now() - startedAt) / 1000;
}
