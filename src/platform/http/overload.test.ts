import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createOpenRequests } from "./open-requests.ts";
import { createLoadShedding } from "./overload.ts";
import type { RefusalCause } from "./refusal.ts";

const roomy = { requestsAtOnce: 10, lagMilliseconds: 60_000, heapPercent: 100 };
const isHealthCheck = (url = "") => url.startsWith("/api/v1/health");
const to = (url: string) => ({ url }) as IncomingMessage;

/** Why a process with these limits refuses after half a second of `work`. */
async function causeAfter(
	limits: Partial<typeof roomy>,
	work: () => Promise<void>,
): Promise<RefusalCause | undefined> {
	const app = Fastify();
	const shedding = createLoadShedding(createOpenRequests(), { ...roomy, ...limits }, isHealthCheck);
	shedding.watch(app);
	await work();
	const cause = shedding.whyRefuse(to("/api/v1/balance"), 0);
	expect(shedding.whyRefuse(to("/api/v1/health"), 0)).toBeUndefined();
	expect(shedding.whyRefuse(to("/api/v1/health/?x=1"), 0)).toBeUndefined();
	await app.close();
	return cause;
}

const idle = () => sleep(1200);
async function busy(): Promise<void> {
	const until = performance.now() + 1500;
	while (performance.now() < until) {
		const blockedUntil = performance.now() + 200;
		while (performance.now() < blockedUntil);
		await sleep(1);
	}
}

test.concurrent("within all limits no request is refused", async () => {
	expect(await causeAfter({}, idle)).toBeUndefined();
});

test.concurrent("refuses when heap usage exceeds its limit", async () => {
	expect(await causeAfter({ heapPercent: 0.01 }, idle)).toBe("little_memory");
});

test("refuses when the event loop lags beyond its limit", async () => {
	expect(await causeAfter({ lagMilliseconds: 100 }, busy)).toBe("slow_event_loop");
});
