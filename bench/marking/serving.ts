import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoProducts } from "../../src/demo/catalogue.ts";
import { readSignedUrl, signUrl } from "../../src/images/signed-url.ts";
import { type KeyPair, openSecrets } from "../../src/platform/secrets.ts";
import { benchFolder, runPackshot, startPackshot, startPeer } from "../processes.ts";
import { type Load, requireWrk } from "../wrk.ts";
import type { SourceFile } from "./pictures.ts";

const ourPort = 8193;
const barePort = 8194;

/** More than either server answers in a second; each is asked for once. */
const mostPerSecond = 9000;

export interface ServingRatio {
	readonly name: string;
	/** Answers a second. */
	readonly ours: number;
	readonly bare: number;
	readonly errors: number;
}

/**
 * Deliveries a second through the whole service, every one with a signed URL of its own that it uses up, beside a bare node:http server that
 * sends one such answer from memory. The middle of the rounds counts.
 */
export async function servingRatios(
	sources: readonly SourceFile[],
	{ rounds, seconds }: { rounds: number; seconds: number },
): Promise<ServingRatio[]> {
	requireWrk();
	const { folder, remove } = benchFolder();
	try {
		const client = fillCatalogue(folder, sources);
		const server = await startPackshot(folder, ourPort);
		const rows: ServingRatio[] = [];
		for (const source of sources) {
			const url = new URL(await signedUrl(source, client));
			const keys = urlKeys(folder);
			const bare = await startPeer("./bare-server.ts", barePort, {
				ANSWER: await sampleAnswer(folder, url, keys),
			});
			const measured = Array.from({ length: rounds }, () => ({
				bare: load(folder, barePort, ["/"], seconds),
				ours: load(folder, ourPort, freshPaths(url, keys, seconds * mostPerSecond), seconds),
			}));
			await bare.stop();
			rows.push(middleOf(source.kind, measured));
		}
		await server.stop();
		return rows;
	} finally {
		remove();
	}
}

interface BenchClient {
	readonly client_id: string;
	readonly api_key: string;
}

function fillCatalogue(folder: string, sources: readonly SourceFile[]): BenchClient {
	const barcodes = new Set(sources.map(({ barcode }) => barcode));
	const records = demoProducts().filter(({ record }) => barcodes.has(record.barcode));
	const incoming = join(folder, "incoming");
	mkdirSync(incoming);
	const lines = records.map(({ record }) => JSON.stringify(record));
	writeFileSync(join(incoming, "products.ndjson"), lines.join("\n"));
	for (const { barcode, kind, bytes } of sources) {
		const extension = kind === "front" ? "jpg" : "png";
		writeFileSync(join(incoming, `${barcode}_${kind}.${extension}`), bytes);
	}
	runPackshot(folder, ["import", incoming]);
	const unlimited = ["--credits", "1000", "--rpm", "1000000000", "--rpd", "1000000000"];
	return runPackshot(folder, ["client", "create", "--name", "Bench", ...unlimited]) as BenchClient;
}

async function signedUrl({ barcode, kind }: SourceFile, client: BenchClient): Promise<string> {
	const api = `http://127.0.0.1:${ourPort}/api/v1`;
	const signIn = await fetch(`${api}/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(client),
	});
	const { access_token } = (await signIn.json()) as { access_token: string };
	const redirect = await fetch(`${api}/products/${barcode}/image?variant=${kind}`, {
		headers: { Authorization: `Bearer ${access_token}` },
		redirect: "manual",
	});
	const location = redirect.headers.get("location");
	if (!location) throw new Error(`no signed URL: ${redirect.status} ${await redirect.text()}`);
	return location;
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

/** As many URLs like the given one, each with an id of its own, as the service would have signed them. */
function freshPaths(url: URL, keys: KeyPair, count: number): string[] {
	const folder = url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
	const grant = readSignedUrl(url.pathname.slice(folder.length), keys);
	if (!grant) throw new Error("the service signed with another key");
	return Array.from({ length: count }, () => {
		const urlId = `01BENCH${String(urlsMade++).padStart(19, "0")}`;
		return folder + signUrl({ ...grant, urlId }, keys);
	});
}

/** Keeps one answer of the service for the bare server, which sends the same headers and bytes. */
async function sampleAnswer(folder: string, url: URL, keys: KeyPair): Promise<string> {
	const [path = ""] = freshPaths(url, keys, 1);
	const response = await fetch(new URL(path, url));
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
