import { expect, test, vi } from "vitest";
import { unmovedClock } from "../../test/support/clock.ts";
import { type RegularWork, runRegularly } from "../platform/retention.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { noticeAllEnded } from "./certificates/tell-products.ts";
import { catalogueWorks } from "./works.ts";

vi.mock("./certificates/tell-products.ts", () => ({
	noticeAllEnded: vi.fn(async () => undefined),
	tellAllProducts: vi.fn(async () => undefined),
}));
vi.mock("../platform/retention.ts", () => ({ runRegularly: vi.fn(() => async () => undefined) }));

test("a server looks for certificates that have ended within the hour", async () => {
	const parts = { db: {}, clock: unmovedClock(), config: { changes: {}, history: {} } };
	const works = catalogueWorks(parts as unknown as Parameters<typeof catalogueWorks>[0]);
	for (const { failed, begin } of works)
		if (failed.includes("certificates")) begin(() => expect.unreachable());
	const looks: number[] = [];
	for (const { everyMs, step } of vi
		.mocked(runRegularly)
		.mock.calls.flatMap(([regular]): readonly RegularWork[] => regular)) {
		vi.mocked(noticeAllEnded).mockClear();
		await step();
		if (vi.mocked(noticeAllEnded).mock.calls.length > 0) looks.push(everyMs);
	}
	expect(looks).toHaveLength(1);
	expect(looks[0]).toBeLessThanOrEqual(HOUR_MS);
});
