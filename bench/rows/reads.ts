import { join } from "node:path";
import { type BesideBare, besideBare } from "../beside-bare.ts";
import type { Figure } from "../figure.ts";
import type { LoadRequests } from "../load/job.ts";
import { ports, startPeer } from "../processes.ts";
import { type Side, sideBySide } from "../side-by-side.ts";
import type { Served, Stage } from "../stage.ts";
import { type Row, withAim } from "./row.ts";

/** The billed read in its forms, HEAD, and the read compared with an ordinary service. */
export const readRows: readonly Row[] = [
	{
		name: "read",
		measure: async (stage) => [
			readAim(await besideBare(await reading(stage, "GET, all scopes, 30,000 products")), 0.45),
		],
	},
	{
		name: "read-one-scope",
		measure: async (stage) => [await besideBare(await reading(stage, "GET, one scope", "?include=info"))],
	},
	{ name: "read-image-url", measure: measureImageUrl },
	{ name: "head", measure: measureHead },
	{ name: "ordinary", measure: besideOrdinary },
];

/** At least this share of the bare server's rate, with a p99 of at most three times its p99. */
export function readAim(figure: Figure, share: number): Figure {
	const { ratio = 0, latency, beside } = figure;
	const p99Ratio = (latency?.p99 ?? Number.NaN) / (beside?.latency?.p99 ?? Number.NaN);
	return withAim(
		figure,
		`ratio ≥ ${share}, p99 ≤ 3× (is ${p99Ratio.toFixed(1)}×)`,
		ratio >= share && p99Ratio <= 3,
	);
}

/** Reads of random products of a service. */
export function readsOf({ server, caller, barcodes }: Served, query = ""): Side {
	const requests: LoadRequests = {
		method: "GET",
		headers: caller.authorization,
		paths: barcodes.map((barcode) => `/api/v1/products/${barcode}${query}`),
	};
	return { port: server.port, requests: () => requests };
}

async function reading(stage: Stage, what: string, query = ""): Promise<BesideBare> {
	return { what, ours: readsOf(await stage.plain(), query), folder: stage.folder, pace: stage.pace };
}

async function measureImageUrl(stage: Stage): Promise<Figure[]> {
	const served = await stage.pictured();
	const { folder } = stage;
	const oneUrl = readsOf(served, "?include=images&variants=front");
	const all = readsOf(served);
	return [
		await besideBare({ what: "GET, one image URL", ours: oneUrl, folder, pace: stage.pace }),
		await besideBare({
			what: "GET, all scopes, one to four pictures each",
			ours: all,
			folder,
			pace: stage.pace,
		}),
	];
}

async function measureHead(stage: Stage): Promise<Figure[]> {
	const reads = readsOf(await stage.plain());
	const ours: Side = { ...reads, requests: (count) => ({ ...reads.requests(count), method: "HEAD" }) };
	const figure = await besideBare({ what: "HEAD", ours, folder: stage.folder, pace: stage.pace });
	return [withAim(figure, "ratio ≥ 0.4", (figure.ratio ?? 0) >= 0.4)];
}

/** The same product read from `bench/ordinary`, which only has to read, charge and answer. */
async function besideOrdinary(stage: Stage): Promise<Figure[]> {
	const served = await stage.plain();
	const reads = readsOf(served);
	const peer = await startPeer("./ordinary/server.ts", ports.peer, {
		PRODUCTS: served.productsFile,
		DATABASE: join(stage.folder, "ordinary.sqlite"),
		TOKEN: served.caller.authorization.Authorization?.replace("Bearer ", "") ?? "",
	});
	try {
		const { ours, beside, ratio, errors } = await sideBySide(
			reads,
			{ ...reads, port: ports.peer },
			stage.pace,
		);
		const what = "GET, all scopes, the ordinary way";
		const ordinary = { what: "Express and an ORM", measured: beside.requestsPerSecond };
		return [{ what, measured: ours.requestsPerSecond, beside: ordinary, ratio, errors }];
	} finally {
		await peer.stop();
	}
}
