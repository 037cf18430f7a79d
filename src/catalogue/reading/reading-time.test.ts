import type { FastifyRequest } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { readingTime } from "./reading-time.ts";

describe.each(engines)("$name", ({ open }) => {
	test("a listing is dated by the database's clock if nodes share it, and else by this machine's", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		const request = { responseMeta: {} } as FastifyRequest;
		const ahead = { now: () => systemClock.now() + DAY_MS };
		const beforeMs = Date.now();
		await readingTime(db, ahead)(request);
		const { generatedAtMs } = request.responseMeta;
		if (!db.traits.sharedByNodes) return expect(generatedAtMs).toBeUndefined();
		expect(generatedAtMs).toBeGreaterThanOrEqual(beforeMs);
		expect(generatedAtMs).toBeLessThanOrEqual(Date.now());
	});

	test("a clock that is set by hand takes precedence over the database's", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		const request = { responseMeta: {} } as FastifyRequest;
		await readingTime(db, testClock())(request);
		expect(request.responseMeta.generatedAtMs).toBeUndefined();
	});
});
