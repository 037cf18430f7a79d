import type { FastifyRequest } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { START_MS, testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { readingTime } from "./reading-time.ts";

describe.each(engines)("$name", ({ open }) => {
	test("a listing is dated by the database's clock if nodes share it, and else by this machine's", async () => {
		const { db, close } = await open(testClock());
		onTestFinished(close);
		const request = { responseMeta: {} } as FastifyRequest;
		await readingTime(db)(request);
		expect(request.responseMeta.generatedAtMs).toBe(db.traits.sharedByNodes ? START_MS : undefined);
	});
});
