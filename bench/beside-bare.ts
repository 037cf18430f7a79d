import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import type { LoadRequests } from "./load/job.ts";
import { ports, startPeer } from "./processes.ts";
import { latenciesOf, type Pace, type Side, sideBySide } from "./side-by-side.ts";

/** A load on the service, compared with a bare node:http server that sends one of its answers, or several in turn. */
export interface BesideBare {
	readonly what: string;
	readonly ours: Side;
	/** Folder in which the sample answers are stored. */
	readonly folder: string;
	/** How many different answers the bare server sends in turn; by default one of median size. */
	readonly answers?: number;
	/** Whether the bare server reads each from its file; by default they are kept in memory. */
	readonly fromDisk?: boolean;
	readonly pace: Pace;
	/** What to count instead, if one request covers many items. */
	readonly each?: { readonly count: number; readonly unit: string };
}

/** Measures both alternately, then the latency of each at 70 % of its peak rate. */
export async function besideBare(measured: BesideBare): Promise<Figure> {
	const { what, ours, folder, pace, each, answers, fromDisk = false } = measured;
	const stored = answers
		? storedAnswers(folder, ours.port, await answersOf(ours, answers))
		: await sampleAnswer(folder, ours);
	const where = fromDisk ? { FROM_DISK: "1" } : {};
	const bareServer = await startPeer("./bare-server.ts", ports.bare, { ANSWERS: stored, ...where });
	const bare: Side = { ...ours, port: ports.bare, requests: () => ours.requests(BARE_REQUESTS) };
	try {
		const peak = await sideBySide(ours, bare, pace);
		const latencies = pace.latencySeconds > 0 ? await latenciesOf(ours, bare, peak, pace) : undefined;
		const { count, unit } = each ?? { count: 1, unit: "/s" };
		return {
			what,
			measured: count * peak.ours.requestsPerSecond,
			unit,
			beside: {
				what: "bare server",
				measured: count * peak.beside.requestsPerSecond,
				...(latencies ? { latency: latencies.beside } : {}),
			},
			ratio: peak.ratio,
			...(latencies ? { latency: latencies.ours } : {}),
			errors: peak.errors + (latencies?.errors ?? 0),
			generatorShare: peak.beside.generatorShare,
		};
	} finally {
		await bareServer.stop();
	}
}

/** The bare server does not mind repeated requests. */
const BARE_REQUESTS = 1000;

const SAMPLES = 31;

/** Stores an answer of median size. @returns the file that lists it, for the bare server. */
export async function sampleAnswer(folder: string, side: Side): Promise<string> {
	const answers = (await answersOf(side, SAMPLES)).sort((a, b) => a.body.length - b.body.length);
	const middle = answers.length >> 1;
	return storedAnswers(folder, side.port, answers.slice(middle, middle + 1));
}

/** The answers to the first requests, at most as many as wanted. */
async function answersOf({ port, requests }: Side, most: number): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const request of someOf(requests(most), most)) answers.push(await answerOf(port, request));
	return answers;
}

/** Stores answers for the bare server. @returns the file that lists them. */
function storedAnswers(folder: string, port: number, answers: readonly Answer[]): string {
	if (answers.length === 0) throw new Error("no answers");
	const stored = answers.map(({ headers: all, body }, place) => {
		const { connection, date, "keep-alive": keepAlive, ...headers } = all;
		const file = join(folder, `answer-${port}-${place}`);
		writeFileSync(file, body);
		return { headers, file };
	});
	const list = join(folder, `answers-${port}.json`);
	writeFileSync(list, JSON.stringify(stored));
	return list;
}

interface Answer {
	readonly headers: Record<string, string>;
	readonly body: Buffer;
}

interface Request {
	readonly path: string;
	readonly init: RequestInit;
}

function someOf({ method, headers, paths, bodies }: LoadRequests, most: number): Request[] {
	return Array.from({ length: Math.min(most, paths.length * (bodies?.length ?? 1)) }, (_, i) => {
		const body = bodies?.[i % bodies.length];
		const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
		return { path: paths[i % paths.length] ?? "/", init };
	});
}

async function answerOf(port: number, { path, init }: Request): Promise<Answer> {
	const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
	const body = Buffer.from(await response.arrayBuffer());
	if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
	return { headers: Object.fromEntries(response.headers), body };
}
