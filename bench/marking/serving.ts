import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSignedUrl, signUrl } from "../../src/images/signed-url.ts";
import { type KeyPair, openSecrets } from "../../src/platform/secrets.ts";
import { benchFolder, runPackshot, startPackshot, startPeer } from "../processes.ts";
import { type Load, requireWrk } from "../wrk.ts";
import type { PictureKind, SourceFile } from "./pictures.ts";

const ourPort = 8193;
const barePort = 8194;

/** More than either server answers in a second; each is asked for once. */
const mostPerSecond = 14_000;

/** Pictures and clients of the crowd: more files than its server remembers. */
const crowdPictures = 20;
const crowdClients = 4;
const crowdCacheBytes = 80 * 256 * 1024;

export interface ServingRatio {
	readonly name: string;
	/** Answers a second. */
	readonly ours: number;
	readonly bare: number;
	readonly errors: number;
}

interface Rounds {
	readonly rounds: number;
	readonly seconds: number;
}

/**
 * Deliveries a second through the whole service, every one with a signed URL of its own that it uses up, beside a bare node:http server that
 * sends one such answer from memory. Once one client fetches one picture again and again, once a crowd takes turns so that every file is
 * marked anew. The middle of the rounds counts.
 */
export async function servingRatios(sources: readonly SourceFile[], rounds: Rounds): Promise<ServingRatio[]> {
	requireWrk();
	const { folder, remove } = benchFolder();
	try {
		const rows: ServingRatio[] = [];
		for (const source of sources) {
			const crowd = fillCatalogue(folder, source);
			const favourite = crowd.slice(0, 1);
			rows.push(await measure(folder, `${source.kind}, one and the same`, favourite, rounds));
			const cache = { PACKSHOT_IMAGE_CACHE_BYTES: String(crowdCacheBytes) };
			rows.push(await measure(folder, `${source.kind}, each marked anew`, crowd, rounds, cache));
		}
		return rows;
	} finally {
		remove();
	}
}

/** A picture that a client may fetch. */
interface Fetch {
	readonly barcode: string;
	readonly kind: PictureKind;
	readonly client: BenchClient;
}

async function measure(
	folder: string,
	name: string,
	fetches: readonly Fetch[],
	{ rounds, seconds }: Rounds,
	settings: Record<string, string> = {},
): Promise<ServingRatio> {
	const server = await startPackshot(folder, ourPort, settings);
	const urls = await signedUrls(fetches);
	const keys = urlKeys(folder);
	const bare = await startPeer("./bare-server.ts", barePort, {
		ANSWER: await sampleAnswer(folder, urls, keys),
	});
	const measured = Array.from({ length: rounds }, () => ({
		bare: load(folder, barePort, ["/"], seconds),
		ours: load(folder, ourPort, freshPaths(urls, keys, seconds * mostPerSecond), seconds),
	}));
	await bare.stop();
	await server.stop();
	return middleOf(name, measured);
}

interface BenchClient {
	readonly client_id: string;
	readonly api_key: string;
}

/** Imports a picture under many barcodes and makes clients; gives who may fetch what. */
function fillCatalogue(folder: string, { kind, bytes }: SourceFile): Fetch[] {
	const incoming = join(folder, kind);
	mkdirSync(incoming);
	const barcodes = Array.from({ length: crowdPictures }, (_, i) => `29900009${String(i).padStart(5, "0")}`);
	const extension = kind === "front" ? "jpg" : "png";
	for (const barcode of barcodes) writeFileSync(join(incoming, `${barcode}_${kind}.${extension}`), bytes);
	runPackshot(folder, ["import", incoming]);
	const unlimited = ["--credits", "1000", "--rpm", "1000000000", "--rpd", "1000000000"];
	return Array.from(
		{ length: crowdClients },
		() => runPackshot(folder, ["client", "create", "--name", "Bench", ...unlimited]) as BenchClient,
	).flatMap((client) => barcodes.map((barcode) => ({ barcode, kind, client })));
}

const api = `http://127.0.0.1:${ourPort}/api/v1`;

async function signedUrls(fetches: readonly Fetch[]): Promise<URL[]> {
	const tokens = new Map<BenchClient, string>();
	const urls: URL[] = [];
	for (const { barcode, kind, client } of fetches) {
		const token = tokens.get(client) ?? (await accessToken(client));
		tokens.set(client, token);
		const redirect = await fetch(`${api}/products/${barcode}/image?variant=${kind}`, {
			headers: { Authorization: `Bearer ${token}` },
			redirect: "manual",
		});
		const location = redirect.headers.get("location");
		if (!location) throw new Error(`no signed URL: ${redirect.status} ${await redirect.text()}`);
		urls.push(new URL(location));
	}
	return urls;
}

async function accessToken(client: BenchClient): Promise<string> {
	const signIn = await fetch(`${api}/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(client),
	});
	return ((await signIn.json()) as { access_token: string }).access_token;
}

function urlKeys(folder: string): KeyPair {
	const settings = {
		master: undefined,
		tokenGeneration: 1,
		urlGeneration: 1,
		hashGeneration: 1,
		sealGeneration: 1,
	};
	return openSecrets(settings, join(folder, "secret")).urlKeys;
}

let urlsMade = 0;

/** As many URLs like the given ones in turn, each with an id of its own, as the service would have signed them. */
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

/** Keeps one answer of the service for the bare server, which sends the same headers and bytes. */
async function sampleAnswer(folder: string, urls: readonly URL[], keys: KeyPair): Promise<string> {
	const [path = ""] = freshPaths(urls, keys, 1);
	const response = await fetch(new URL(path, urls[0]));
	const { connection, date, "keep-alive": keepAlive, ...headers } = Object.fromEntries(response.headers);
	const body = Buffer.from(await response.arrayBuffer()).toString("base64");
	const file = join(folder, "answer.json");
	writeFileSync(file, JSON.stringify({ headers, body }));
	return file;
}

/** Asks for each path once, the last one again and again. */
function load(folder: string, port: number, paths: readonly string[], seconds: number): Load {
	const list = join(folder, "paths.txt");
	const script = join(folder, "each-once.lua");
	writeFileSync(list, paths.join("\n"));
	writeFileSync(script, eachOnce(list));
	const address = `http://127.0.0.1:${port}`;
	const options = ["-t1", "-c64", `-d${seconds}s`, "--latency", "-s", script, address];
	const { stdout } = spawnSync("wrk", options, { encoding: "utf8" });
	const match = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(stdout);
	if (!match) throw new Error(`wrk said:\n${stdout}`);
	const [requests = 0, microseconds = 1, p99 = 0, errors = 0] = match.slice(1).map(Number);
	return { requestsPerSecond: (requests * 1e6) / microseconds, p99Ms: p99 / 1000, errors };
}

function eachOnce(list: string): string {
	return `
local paths = {}
local at = 0
function init(args)
  for line in io.lines(${JSON.stringify(list)}) do paths[#paths + 1] = line end
end
function request()
  if at < #paths then at = at + 1 end
  return wrk.format("GET", paths[at])
end
function done(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration, latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

function middleOf(name: string, rounds: readonly { bare: Load; ours: Load }[]): ServingRatio {
	const ratio = ({ bare, ours }: { bare: Load; ours: Load }) =>
		ours.requestsPerSecond / bare.requestsPerSecond;
	const middle = [...rounds].sort((a, b) => ratio(a) - ratio(b))[rounds.length >> 1];
	if (!middle) throw new Error("no rounds");
	return {
		name,
		ours: middle.ours.requestsPerSecond,
		bare: middle.bare.requestsPerSecond,
		errors: rounds.reduce((sum, { bare, ours }) => sum + bare.errors + ours.errors, 0),
	};
}
