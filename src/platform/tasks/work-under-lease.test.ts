import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { setMaintenance } from "../maintenance.ts";
import type { Renewal } from "./hold-lease.ts";
import { workUnderLease } from "./work-under-lease.ts";

let engine: OpenedEngine;
beforeAll(async () => {
	engine = await (engines[0] as (typeof engines)[number]).open();
});
afterAll(() => engine.close());

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Work that runs until told to end. */
function untilAborted(signal: AbortSignal): Promise<string> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve("as far as it got");
		signal.addEventListener("abort", () => resolve("as far as it got"));
	});
}

const goOn = async (): Promise<Renewal> => "go_on";

test("work that completes is reported as done, with its result", async () => {
	const end = await workUnderLease(engine.db, { renew: goOn, work: async () => "all of it" });
	expect(end).toEqual({ kind: "done", made: "all of it" });
});

test.each([
	["stop", { kind: "stopped", made: "as far as it got" }],
	["lost", { kind: "lost" }],
] as const)("a renewal that returns %s ends the work early", async (renewal, expected) => {
	const ending = workUnderLease(engine.db, { renew: async () => renewal, work: untilAborted });
	vi.advanceTimersByTime(1000);
	expect(await ending).toEqual(expected);
});

test("a shutdown releases the lease, even before the work has begun", async () => {
	const shutdown = new AbortController();
	const ending = workUnderLease(engine.db, { renew: goOn, work: untilAborted, shutdown: shutdown.signal });
	shutdown.abort();
	expect(await ending).toEqual({ kind: "released" });
	const late = await workUnderLease(engine.db, {
		renew: goOn,
		work: untilAborted,
		shutdown: shutdown.signal,
	});
	expect(late).toEqual({ kind: "released" });
});

test("releases the lease when maintenance begins", async () => {
	await engine.db.write(setMaintenance, { message: "soon back" });
	const ending = workUnderLease(engine.db, { renew: goOn, work: untilAborted });
	vi.advanceTimersByTime(1000);
	expect(await ending).toEqual({ kind: "released" });
	await engine.db.write(setMaintenance, { message: null });
});

test("retries a failed renewal while the work continues", async () => {
	let renewals = 0;
	let renewedAgain = (_made: string) => {};
	const secondRenewal = new Promise<string>((resolve) => {
		renewedAgain = resolve;
	});
	const renew = async (): Promise<Renewal> => {
		renewals++;
		if (renewals === 1) throw new Error("the database is away");
		renewedAgain("all of it");
		return "go_on";
	};
	const ending = workUnderLease(engine.db, { renew, work: () => secondRenewal });
	while (renewals < 2) {
		vi.advanceTimersByTime(1000);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(await ending).toEqual({ kind: "done", made: "all of it" });
});

test("an error thrown by the work is a failure, unless the work was to end early", async () => {
	const fault = new Error("broken");
	const fails = async () => {
		throw fault;
	};
	expect(await workUnderLease(engine.db, { renew: goOn, work: fails })).toEqual({ kind: "failed", fault });
	const shutdown = AbortSignal.abort();
	const given = await workUnderLease(engine.db, { renew: goOn, work: fails, shutdown });
	expect(given).toEqual({ kind: "released" });
});
