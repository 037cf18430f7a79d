import { beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import { claimCase, endCase, renewCase } from "./running.ts";

/** Only one case is traced at a time, whatever happens to the process that does it. */

const progress = { stage: "search", done: 1, total: 2 } as const;

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeEach(() => engine.execute("delete from leak_case"));

	const waiting = (id: string, queuedAt: number) =>
		engine.execute(`insert into leak_case (case_id, name, state, status, created_at, changed_at, queued_at, attempts, search_text)
			values ('${id}', 'Case', 'open', 'waiting', 0, 0, ${queuedAt}, 0, 'case')`);
	const claim = (leaseId: string, manualMs: number) => engine.db.write(claimCase, { leaseId, manualMs });
	const statusOf = async (id: string) =>
		(await engine.db.read.selectFrom("leak_case").selectAll().where("case_id", "=", id).executeTakeFirst())
			?.status;

	test("the longest-waiting case is claimed once, and the next when it has ended", async () => {
		await waiting("second", 20);
		await waiting("first", 10);
		const taken = await Promise.all([claim("a", 100), claim("b", 100)]);
		expect(taken.filter((row) => row).map((row) => row?.case_id)).toEqual(["first"]);
		const leaseId = taken.find((row) => row)?.runner ?? "";
		expect(await claim("c", 100)).toBeNull();
		const end = { kind: "failed", problem: "x" } as const;
		expect(await engine.db.write(endCase, { caseId: "first", leaseId, manualMs: 101, end })).toBe("ended");
		expect((await claim("c", 102))?.case_id).toBe("second");
		expect(await statusOf("first")).toBe("failed");
	});

	test("a process that died is replaced by another, and has lost the case if it comes back", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		const renewal = { caseId: "one", manualMs: 100 + LEASE_MS - 1, progress };
		expect(await engine.db.write(renewCase, { ...renewal, leaseId: "a" })).toBe("go_on");
		expect(await claim("b", 100 + LEASE_MS)).toBeNull();
		expect((await claim("b", 100 + 2 * LEASE_MS))?.attempts).toBe(2);
		expect(await engine.db.write(renewCase, { ...renewal, leaseId: "a" })).toBe("lost");
		const end = { kind: "done", result: "{}", files: [] } as const;
		expect(await engine.db.write(endCase, { caseId: "one", leaseId: "a", manualMs: 1, end })).toBe("lost");
		expect(await statusOf("one")).toBe("running");
	});

	test("a case whose process dies twice is given up, and the next is claimed", async () => {
		await waiting("bad", 10);
		await waiting("good", 20);
		await claim("a", 100);
		await claim("b", 100 + LEASE_MS);
		expect((await claim("c", 100 + 2 * LEASE_MS))?.case_id).toBe("good");
		expect(await statusOf("bad")).toBe("failed");
	});

	test("a released case waits again, and its attempt does not count", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		const end = { kind: "released" } as const;
		expect(await engine.db.write(endCase, { caseId: "one", leaseId: "a", manualMs: 101, end })).toBe("ended");
		expect(await claim("b", 102)).toMatchObject({ case_id: "one", attempts: 1 });
	});
});
