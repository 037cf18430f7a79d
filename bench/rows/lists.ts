import { besideBare } from "../beside-bare.ts";
import type { Figure } from "../figure.ts";
import type { LoadRequests } from "../load/job.ts";
import type { Side } from "../side-by-side.ts";
import { PRODUCTS, type Stage } from "../stage.ts";
import { atLeast, type Row } from "./row.ts";

/** Requests about many products, availability, and signing in. */
export const listRows: readonly Row[] = [
	{ name: "bulk-check", measure: measureBulkCheck },
	{ name: "listing", measure: measureListings },
	{ name: "availability", measure: measureAvailability },
	{ name: "token", measure: measureToken },
];

const PER_CHECK = 500;
const PER_PAGE = 50;

async function measureBulkCheck(stage: Stage): Promise<Figure[]> {
	const { server, caller, barcodes } = await stage.plain();
	const bodies = Array.from({ length: 40 }, (_, i) =>
		JSON.stringify({ barcodes: barcodes.slice(PER_CHECK * i, PER_CHECK * (i + 1)) }),
	);
	const requests = {
		method: "POST",
		headers: caller.headers,
		paths: ["/api/v1/products/bulk-check"],
		bodies,
	};
	const figure = await besideBare({
		what: "bulk checks of 500",
		ours: always(server.port, requests),
		folder: stage.folder,
		pace: stage.pace,
		each: { count: PER_CHECK, unit: "barcodes/s" },
	});
	return [atLeast(150_000, figure)];
}

async function measureListings(stage: Stage): Promise<Figure[]> {
	const pages = Array.from({ length: PRODUCTS / PER_PAGE }, (_, i) => i + 1);
	const paths = pages.map((page) => `/products?page=${page}`);
	return [await gets(stage, "GET /products, any page of 50", paths)];
}

async function measureAvailability(stage: Stage): Promise<Figure[]> {
	const { barcodes } = await stage.pictured();
	const paths = barcodes.map((barcode) => `/metadata/${barcode}`);
	return [await gets(stage, "GET /metadata/{barcode}", paths)];
}

async function gets(stage: Stage, what: string, paths: readonly string[]): Promise<Figure> {
	const { server, caller } = await stage.pictured();
	const requests = {
		method: "GET",
		headers: caller.authorization,
		paths: paths.map((path) => `/api/v1${path}`),
	};
	return besideBare({ what, ours: always(server.port, requests), folder: stage.folder, pace: stage.pace });
}

async function measureToken(stage: Stage): Promise<Figure[]> {
	const { server, caller } = await stage.plain();
	const requests = {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		paths: ["/api/v1/auth/token"],
		bodies: [JSON.stringify(caller.credentials)],
	};
	const ours = always(server.port, requests);
	return [await besideBare({ what: "POST /auth/token", ours, folder: stage.folder, pace: stage.pace })];
}

function always(port: number, requests: LoadRequests): Side {
	return { port, requests: () => requests };
}
