import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedProducts } from "../src/demo/generated-products.ts";
import { benchFolder, runPackshot, startPackshot, startPeer } from "./processes.ts";
import { type Load, type LoadRequests, load, requireWrk } from "./wrk.ts";

/** `npm run bench`: the billed read beside a bare node:http server that sends the same bytes, in one run. */
const PRODUCTS = 30_000;
const ROUNDS = 3;
const SECONDS = 6;

requireWrk();
const { folder, remove } = benchFolder();
const productsFile = join(folder, "products.ndjson");
try {
	const barcodes = fillCatalogue();
	const { client_id, api_key } = runPackshot(folder, [
		"client",
		"create",
		"--name",
		"Bench",
		"--credits",
		"10000000",
		"--rpm",
		"1000000000",
		"--rpd",
		"1000000000",
	]) as { client_id: string; api_key: string };
	const server = await startPackshot(folder, 8191);
	const token = await signIn(client_id, api_key);
	const headers = { Authorization: `Bearer ${token}` };
	const paths = barcodes.map((barcode) => `/api/v1/products/${barcode}`);
	const answer = await sampleAnswer(paths, headers);
	const bare = await startPeer("./bare-server.ts", 8192, { ANSWER: answer.file });

	const oneScope = paths.map((path) => `${path}?include=info`);
	const rows = [
		compare("GET, all scopes", { method: "GET", paths, headers }, 8191, 8192),
		compare("GET, one scope", { method: "GET", paths: oneScope, headers }, 8191, 8192),
	];
	console.log(
		`\n${PRODUCTS} products, 64 connections, answer of ${answer.bytes} bytes, ${ROUNDS} rounds of ${SECONDS} s`,
	);
	console.table(rows);
	console.log(`anonymous memory after it: ${anonymousMegabytes(server.process.pid)} MB`);
	await bare.stop();
	await compareWithOrdinary({ method: "GET", paths, headers }, token);
	await server.stop();
} finally {
	remove();
}

/** The same product read by `bench/ordinary`, which is not asked to do more than read, charge and answer. */
async function compareWithOrdinary(request: LoadRequests, token: string): Promise<void> {
	const peer = await startPeer("./ordinary/server.ts", 8193, {
		PRODUCTS: productsFile,
		DATABASE: join(folder, "ordinary.sqlite"),
		TOKEN: token,
	});
	const ordinary = load(folder, 8193, request, SECONDS).requestsPerSecond;
	await peer.stop();
	const ours = load(folder, 8191, request, SECONDS).requestsPerSecond;
	const times = (ours / ordinary).toFixed(0);
	console.log(
		`by Express and an ORM: ${Math.round(ordinary)} requests/s; Packshot beside it ${times} times as many`,
	);
}

/** Memory that belongs to no file, as Linux counts it. */
function anonymousMegabytes(pid: number | undefined): string {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return (Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
}

function fillCatalogue(): string[] {
	const barcodes: string[] = [];
	const lines: string[] = [];
	for (const product of generatedProducts(PRODUCTS)) {
		barcodes.push(product.barcode);
		lines.push(JSON.stringify(product));
	}
	writeFileSync(productsFile, lines.join("\n"));
	const startedAt = performance.now();
	runPackshot(folder, ["import", productsFile]);
	const seconds = (performance.now() - startedAt) / 1000;
	console.log(
		`import: ${PRODUCTS} lines in ${seconds.toFixed(1)} s, ${Math.round(PRODUCTS / seconds)} lines/s`,
	);
	return barcodes;
}

async function signIn(client_id: string, api_key: string): Promise<string> {
	const response = await fetch("http://127.0.0.1:8191/api/v1/auth/token", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id, api_key }),
	});
	return ((await response.json()) as { access_token: string }).access_token;
}

/** A product of middling size stands for all: the bare server sends its answer every time. */
async function sampleAnswer(paths: readonly string[], headers: Record<string, string>) {
	const answers = await Promise.all(
		paths.slice(0, 101).map(async (path) => {
			const response = await fetch(`http://127.0.0.1:8191${path}`, { headers });
			return {
				headers: Object.fromEntries(response.headers),
				body: Buffer.from(await response.arrayBuffer()),
			};
		}),
	);
	answers.sort((a, b) => a.body.length - b.body.length);
	const median = answers[50];
	if (!median) throw new Error("no answers");
	const { connection, date, "keep-alive": keepAlive, ...same } = median.headers;
	const file = join(folder, "answer.json");
	writeFileSync(file, JSON.stringify({ headers: same, body: median.body.toString("base64") }));
	return { file, bytes: median.body.length };
}

/** Both in turn, so that a slow moment of the machine strikes both. The middle round counts. */
function compare(
	name: string,
	request: { method: string; paths: readonly string[]; headers: Record<string, string> },
	port: number,
	barePort: number,
) {
	const rounds = Array.from({ length: ROUNDS }, () => ({
		bare: load(folder, barePort, request, SECONDS),
		ours: load(folder, port, request, SECONDS),
	}));
	rounds.sort((a, b) => ratio(a) - ratio(b));
	const middle = rounds[Math.floor(ROUNDS / 2)];
	if (!middle) throw new Error("no rounds");
	return {
		what: name,
		"requests/s": Math.round(middle.ours.requestsPerSecond),
		"bare requests/s": Math.round(middle.bare.requestsPerSecond),
		ratio: Number(ratio(middle).toFixed(3)),
		"p99 ms": middle.ours.p99Ms,
		"bare p99 ms": middle.bare.p99Ms,
		errors: middle.ours.errors + middle.bare.errors,
	};
}

function ratio(round: { ours: Load; bare: Load }): number {
	return round.ours.requestsPerSecond / round.bare.requestsPerSecond;
}
