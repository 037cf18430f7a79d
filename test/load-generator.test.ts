import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { histogram } from "../bench/load/histogram.ts";
import { load } from "../bench/load/load.ts";

test("a histogram gives any percentile with an error below 1 %", () => {
	const times = fc.array(fc.integer({ min: 1, max: 600_000_000 }), { minLength: 1, maxLength: 300 });
	fc.assert(
		fc.property(times, fc.double({ min: 0.001, max: 1, noNaN: true }), (microseconds, share) => {
			const counted = histogram();
			for (const time of microseconds) counted.record(time);
			const exact = [...microseconds].sort((a, b) => a - b)[Math.ceil(microseconds.length * share) - 1] ?? 0;
			const told = 1000 * counted.millisecondsAt(share);
			expect(told).toBeGreaterThanOrEqual(exact);
			expect(told).toBeLessThanOrEqual(exact * 1.01);
		}),
	);
});

test("requests each path once in order, then repeats the last one, with headers, and counts statuses", async () => {
	const asked: string[] = [];
	const port = await listening((request, response) => {
		asked.push(`${request.method} ${request.url} ${request.headers["x-mark"]}`);
		response.statusCode = request.url === "/last" ? 503 : 200;
		// Late enough to be counted: the generator counts from just after its first request.
		setTimeout(() => response.end("some body"), 20);
	});
	const requests = {
		method: "GET",
		headers: { "X-Mark": "m" },
		paths: ["/a", "/b", "/last"],
		eachOnce: true,
	};
	const { statuses, errors } = await untilEnough(
		() => {
			asked.length = 0;
			return load({ port, connections: 1, warmUpSeconds: 0, seconds: 0.2, requests });
		},
		({ statuses }) => asked.length >= 4 && statuses[200] === 2,
	);
	expect(asked.slice(0, 4)).toEqual(["GET /a m", "GET /b m", "GET /last m", "GET /last m"]);
	const last = asked.length - 2;
	// At the end, the answer to one request may be outstanding.
	expect([last - 1, last]).toContain(statuses[503]);
	expect(Object.keys(statuses)).toEqual(["200", "503"]);
	expect(errors).toBe(statuses[503]);
});

test("reads responses that arrive in pieces, and responses to HEAD, to their end", async () => {
	const port = await listening((_request, response) => {
		response.writeHead(200, { "content-length": 600_000 });
		response.end(Buffer.alloc(600_000));
	});
	for (const method of ["GET", "HEAD"]) {
		const requests = { method, headers: {}, paths: ["/"] };
		const { statuses, errors } = await untilEnough(
			() => load({ port, connections: 4, seconds: 0.3, requests }),
			({ requestsPerSecond }) => requestsPerSecond > 0,
		);
		expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ["200"], errors: 0 });
	}
});

test("at a fixed rate, a server pause counts against every request that was due during it", async () => {
	let pausedAt: number | undefined;
	const port = await listening((_request, response) => {
		const now = Date.now();
		if (pausedAt === undefined) pausedAt = now + 600;
		const waitMs = now > pausedAt && now < pausedAt + 500 ? pausedAt + 500 - now : 0;
		setTimeout(() => response.end("late"), waitMs);
	});
	const requests = { method: "GET", headers: {}, paths: ["/"] };
	const options = { port, connections: 1, warmUpSeconds: 0.2, seconds: 1.8, requests };
	// The pause takes 0.5 s of 1.8 s: a quarter of all requests are delayed, by half the pause on average.
	const { latency } = await untilEnough(
		() => {
			pausedAt = undefined;
			return load({ ...options, requestsPerSecond: 100 });
		},
		({ requestsPerSecond }) => requestsPerSecond > 80,
	);
	expect(latency.p99).toBeGreaterThan(300);
});

/** Repeats a load until it is high enough: a busy machine gets less done in the same time. */
async function untilEnough<T>(run: () => Promise<T>, isEnough: (result: T) => boolean): Promise<T> {
	for (;;) {
		const result = await run();
		if (isEnough(result)) return result;
	}
}

async function listening(answer: RequestListener): Promise<number> {
	const server = createServer(answer).listen(0, "127.0.0.1");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}
