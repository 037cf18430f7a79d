import { openConnection } from "./connection.ts";
import { type Histogram, histogram } from "./histogram.ts";
import type { LoadJob, LoadRequests, LoadResult } from "./job.ts";

/*
 * The load generator process: it receives LoadJobs as messages and answers each with a LoadResult. Without a rate, every connection sends the
 * next request as soon as the previous one is answered, which finds a server's peak rate. With a rate, each request has a scheduled time; if
 * all
 * connections are busy it waits, and the wait counts towards its latency, so that a server that pauses cannot hide it by receiving fewer
 * requests (no coordinated omission).
 */

/** The longest sleep between two polls of the sockets: Node.js timers are no finer than a millisecond. */
const LONGEST_SLEEP_MS = 0.2;

process.on("message", async (job: LoadJob) => {
	const result = await run(job);
	process.send?.(result);
});

async function run(job: LoadJob): Promise<LoadResult> {
	const { port, connections, seconds, warmUpSeconds, requests, requestsPerSecond } = job;
	const nextRequest = requestSource(requests, port);
	const counts = newCounts();
	/** Scheduled time of the request in flight on each connection. */
	const dueAt = new Float64Array(connections);
	const idle: number[] = [];
	const asksAgain = requestsPerSecond === undefined;
	const open = Array.from({ length: connections }, (_, place) =>
		openConnection(port, requests.method !== "HEAD", {
			ready: () => idle.push(place),
			answered(status) {
				const now = performance.now();
				counts.answer(status, now - (dueAt[place] ?? now));
				if (asksAgain) send(place, now);
				else idle.push(place);
			},
			broken: () => counts.fail(),
		}),
	);
	function send(place: number, due: number): void {
		dueAt[place] = due;
		open[place]?.send(nextRequest());
	}

	while (idle.length < connections) await turn();
	setTimeout(() => counts.start(), 1000 * warmUpSeconds);
	const endsAt = performance.now() + 1000 * (warmUpSeconds + seconds);
	if (requestsPerSecond === undefined) await sendWhenIdle(idle, send, endsAt);
	else await sendAtRate(requestsPerSecond, idle, send, endsAt);
	const result = counts.result();
	for (const connection of open) connection.close();
	return result;
}

type Send = (place: number, due: number) => void;

async function sendWhenIdle(idle: number[], send: Send, endsAt: number): Promise<void> {
	while (performance.now() < endsAt) {
		// A connection that broke and was reopened is idle too.
		for (let place = idle.pop(); place !== undefined; place = idle.pop()) send(place, performance.now());
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

async function sendAtRate(rate: number, idle: number[], send: Send, endsAt: number): Promise<void> {
	const intervalMs = 1000 / rate;
	const asleep = new Int32Array(new SharedArrayBuffer(4));
	let due = performance.now();
	for (let now = due; now < endsAt; now = performance.now()) {
		for (; due <= now && idle.length > 0; due += intervalMs) send(idle.pop() as number, due);
		const free = idle.length > 0 ? due - performance.now() : LONGEST_SLEEP_MS;
		if (free > 0) Atomics.wait(asleep, 0, 0, Math.min(free, LONGEST_SLEEP_MS));
		await turn();
	}
}

/** Lets the event loop poll the sockets. */
function turn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

function requestSource(requests: LoadRequests, port: number): () => Buffer {
	const { method, headers, paths, bodies, eachOnce } = requests;
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	const render = (path: string, body?: string) => {
		const length = body === undefined ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
		const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join("")}${length}`;
		return Buffer.from(`${head}\r\n${body ?? ""}`);
	};
	if (eachOnce) {
		let next = 0;
		return () => render(paths[Math.min(next++, paths.length - 1)] ?? "/");
	}
	const rendered = paths.flatMap((path) => (bodies ?? [undefined]).map((body) => render(path, body)));
	return () => rendered[Math.floor(Math.random() * rendered.length)] as Buffer;
}

/** Counts nothing until started. */
function newCounts() {
	let counts: Histogram | undefined;
	let startedAt = 0;
	let startCpu = process.cpuUsage();
	const statuses: Record<string, number> = {};
	let failed = 0;
	return {
		start() {
			counts = histogram();
			startedAt = performance.now();
			startCpu = process.cpuUsage();
		},
		answer(status: number, milliseconds: number) {
			if (!counts) return;
			counts.record(1000 * milliseconds);
			statuses[status] = (statuses[status] ?? 0) + 1;
		},
		fail() {
			failed++;
		},
		result(): LoadResult {
			if (!counts) throw new Error("the warm-up never ended");
			const seconds = (performance.now() - startedAt) / 1000;
			const { user, system } = process.cpuUsage(startCpu);
			const sum = (ok: boolean) =>
				Object.entries(statuses).reduce(
					(total, [status, count]) => total + (Number(status) < 400 === ok ? count : 0),
					0,
				);
			return {
				requestsPerSecond: sum(true) / seconds,
				statuses,
				errors: sum(false) + failed,
				latency: {
					p50: counts.millisecondsAt(0.5),
					p99: counts.millisecondsAt(0.99),
					p999: counts.millisecondsAt(0.999),
				},
				generatorShare: (user + system) / 1e6 / seconds,
			};
		},
	};
}
