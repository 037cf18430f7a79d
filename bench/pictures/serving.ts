import { join } from "node:path";
import { readSignedUrl, signUrl } from "../../src/pictures/delivery/signed-url.ts";
import { type KeyPair, openSecrets } from "../../src/platform/secrets.ts";
import { type BesideBare, besideBare, sampleAnswer } from "../beside-bare.ts";
import { signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { benchFolder, ports, runPackshot, startPackshot, startPeer } from "../processes.ts";
import { type Pace, type Side, sideBySide } from "../side-by-side.ts";
import { type PictureKind, type SourceFile, writePictures } from "./sources.ts";

const crowdPictures = 20;
const crowdClients = 4;

const mebibyte = 1024 * 1024;

/**
 * Several clients take turns at several pictures, so that no two consecutive requests are for the same file. A marked file is never still in
 * the cache when it is fetched again. In one case it holds all bases, in the other hardly any; the latter uses fewer connections than
 * pictures, since requests waiting for the same base share one read.
 */
const crowds = [
	{ from: "memory", cacheBytes: { front: 24 * mebibyte, front_clean: 96 * mebibyte }, connections: 64 },
	{ from: "disk", cacheBytes: { front: 2 * mebibyte, front_clean: 8 * mebibyte }, connections: 16 },
] as const;

/** For figures whose bare server sends the same file every time, which the CPU cache then holds. */
export const BESIDE_ONE_FILE = ", beside one file each time";

/**
 * Deliveries per second through the whole service, each with its own single-use signed URL, compared with a bare node:http server that sends
 * the same files. In the first case a client fetches the same picture repeatedly. In the others every file is marked anew, with the bases in
 * memory or on disk; these are also compared with a bare server that always sends the same file. With `drawing`, the first case is also
 * compared with a server that draws on each request.
 */
export async function servingFigures(
	sources: readonly SourceFile[],
	pace: Pace,
	drawing = false,
): Promise<Figure[]> {
	const { folder, remove } = benchFolder();
	try {
		const figures: Figure[] = [];
		for (const source of sources) {
			const barcodes = writePictures(folder, source, crowdPictures);
			runPackshot(folder, ["import", join(folder, "incoming", source.kind)]);
			const crowd = { kind: source.kind, barcodes, clients: crowdClients };
			const favourite = { ...crowd, barcodes: barcodes.slice(0, 1), clients: 1 };
			const once = { folder, what: `${source.kind}, one and the same`, pace };
			figures.push(
				...(await serving(folder, favourite, {}, (ours) => besideBareAndDrawn(once, ours, drawing))),
			);
			for (const { from, cacheBytes, connections } of crowds) {
				const cache = { PACKSHOT_IMAGE_CACHE_BYTES: String(cacheBytes[source.kind]) };
				const what = `${source.kind}, another each time, bases from ${from}`;
				figures.push(
					...(await serving(folder, crowd, cache, async (served) => {
						const measured = { folder, pace, ours: { ...served, connections } };
						const likeThem = await besideBare({
							...measured,
							what,
							answers: barcodes.length * crowdClients,
							fromDisk: from === "disk",
						});
						const oneFile = await besideBare({ ...measured, what: `${what}${BESIDE_ONE_FILE}` });
						return [likeThem, oneFile];
					})),
				);
			}
		}
		return figures;
	} finally {
		remove();
	}
}

async function besideBareAndDrawn(
	measured: Omit<BesideBare, "ours">,
	ours: Side,
	drawing: boolean,
): Promise<Figure[]> {
	const bare = await besideBare({ ...measured, ours });
	return drawing ? [bare, await besideDrawn(measured, ours)] : [bare];
}

/** One round: for a server that is tens or hundreds of times slower, no median is needed. */
const drawnPace = { rounds: 1, seconds: 2.5, latencySeconds: 0 };

async function besideDrawn({ what, folder }: Omit<BesideBare, "ours">, ours: Side): Promise<Figure> {
	const peer = await startPeer("./drawing/server.ts", ports.peer, {
		ANSWERS: await sampleAnswer(folder, ours),
	});
	try {
		// More connections would only queue: sharp draws in as many threads as there are cores.
		const drawn: Side = { port: ports.peer, connections: 4, requests: () => ours.requests(1) };
		const { beside, ratio, errors, ...both } = await sideBySide(ours, drawn, drawnPace);
		return {
			what: `${what}, beside drawing on each`,
			measured: both.ours.requestsPerSecond,
			beside: { what: "sharp", measured: beside.requestsPerSecond },
			ratio,
			errors,
		};
	} finally {
		await peer.stop();
	}
}

/** Measures while a service runs that signs the URLs and answers the fetches. */
async function serving(
	folder: string,
	fetches: Fetches,
	settings: Record<string, string>,
	measure: (ours: Side) => Promise<Figure[]>,
): Promise<Figure[]> {
	const server = await startPackshot(folder, ports.images, settings);
	try {
		const urls = await signedUrls(folder, fetches);
		const keys = urlKeys(folder);
		const requests = (count: number) => ({
			method: "GET",
			headers: {},
			paths: freshPaths(urls, keys, count),
			eachOnce: true,
		});
		return await measure({ port: ports.images, requests });
	} finally {
		await server.stop();
	}
}

/** Pictures, each fetched by some clients. */
interface Fetches {
	readonly kind: PictureKind;
	readonly barcodes: readonly string[];
	readonly clients: number;
}

async function signedUrls(folder: string, { kind, barcodes, clients }: Fetches): Promise<URL[]> {
	const urls: URL[] = [];
	for (let client = 0; client < clients; client++) {
		const { authorization } = await signedIn(folder, ports.images);
		for (const barcode of barcodes) {
			const redirect = await fetch(`${api}/products/${barcode}/image?variant=${kind}`, {
				headers: authorization,
				redirect: "manual",
			});
			const location = redirect.headers.get("location");
			if (!location) throw new Error(`no signed URL: ${redirect.status} ${await redirect.text()}`);
			urls.push(new URL(location));
		}
	}
	return urls;
}

const api = `http://127.0.0.1:${ports.images}/api/v1`;

function urlKeys(folder: string): KeyPair {
	const settings = {
		master: undefined,
		tokenGeneration: 1,
		urlGeneration: 1,
		hashGeneration: 1,
		sealGeneration: 1,
		cursorGeneration: 1,
	};
	return openSecrets(settings, join(folder, "secret")).urlKeys;
}

let urlsMade = 0;

/** Cycles through the given URLs, giving each a fresh id and signature as the service would. */
function freshPaths(urls: readonly URL[], keys: KeyPair, count: number): string[] {
	const granted = urls.map(({ pathname }) => {
		const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
		const grant = readSignedUrl(pathname.slice(folder.length), keys);
		if (!grant) throw new Error("the service signed with another key");
		return { folder, grant };
	});
	return Array.from({ length: count }, (_, i) => {
		const { folder, grant } = granted[i % granted.length] as (typeof granted)[number];
		const urlId = `01BENCH${String(urlsMade++).padStart(19, "0")}`;
		return folder + signUrl({ ...grant, urlId }, keys);
	});
}
