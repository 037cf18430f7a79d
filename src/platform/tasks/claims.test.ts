import { beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { claimCase } from "../../leaks/cases/running.ts";
import { leaveTask, renewTask } from "./claims.ts";
import { LEASE_MS } from "./lease.ts";

/** Only one task of a kind is done at a time, whatever happens to the process that does it. Shown with cases. */

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock();
	const engine = opened(clock);
	beforeEach(() => engine.execute("delete from task"));

	const waiting = (ref: string, queuedAt: number) =>
		engine.execute(
			`insert into task (kind, ref, state, lease_until, attempts, created_at) values ('case', '${ref}', 'waiting', 0, 0, ${queuedAt})`,
		);
	const claim = (leaseId: string, atMs: number) => {
		clock.set(atMs);
		return engine.db.write(claimCase, { leaseId });
	};
	const ask = (ref: string, asked: string) =>
		engine.execute(`update task set asked = '${asked}' where ref = '${ref}'`);
	const held = (ref: string, leaseId: string) => ({ kind: "case", ref, leaseId }) as const;
	const stored = (ref: string) =>
		engine.db.read.selectFrom("task").selectAll().where("ref", "=", ref).executeTakeFirst();
	const failed = { kind: "failed", failure: "x" } as const;

	test("of many claims one gets the task that has waited longest, and the next follows when it has ended", async () => {
		await waiting("second", 20);
		await waiting("first", 10);
		const taken = await Promise.all(["a", "b", "c", "d"].map((leaseId) => claim(leaseId, 100)));
		const claimed = taken.filter((task) => task !== undefined);
		expect(claimed).toMatchObject([{ ref: "first", state: "running", attempts: 1, started_at: 100 }]);
		const leaseId = claimed[0]?.lease_id ?? "";
		expect(await claim("e", 100)).toBeUndefined();
		clock.set(101);
		expect(await engine.db.write(leaveTask, { ...held("first", leaseId), end: failed })).toBe(true);
		expect((await claim("e", 102))?.ref).toBe("second");
		expect(await stored("first")).toMatchObject({
			state: "failed",
			failure: "x",
			ended_at: 101,
			lease_id: null,
		});
	});

	test("a process that died is replaced by another, and has lost the task if it comes back", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		clock.set(100 + LEASE_MS - 1);
		const late = held("one", "a");
		expect(await engine.db.write(renewTask, { ...late, progress: { done: 1 } })).toBe("go_on");
		expect(await claim("b", 100 + LEASE_MS)).toBeUndefined();
		expect(await claim("b", 100 + 2 * LEASE_MS)).toMatchObject({ attempts: 2, progress: '{"done":1}' });
		expect(await engine.db.write(renewTask, { ...late, progress: { done: 2 } })).toBe("lost");
		expect(await engine.db.write(leaveTask, { ...late, end: { kind: "done" } })).toBe(false);
		expect(await stored("one")).toMatchObject({ state: "running", lease_id: "b", progress: '{"done":1}' });
	});

	test("a task whose process dies twice is given up, and the next is claimed", async () => {
		await waiting("bad", 10);
		await waiting("good", 20);
		await claim("a", 100);
		await claim("b", 100 + LEASE_MS);
		expect((await claim("c", 100 + 2 * LEASE_MS))?.ref).toBe("good");
		expect(await stored("bad")).toMatchObject({ state: "failed", lease_id: null });
	});

	test("a task that is given back waits again, and its attempt does not count", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		clock.set(101);
		await engine.db.write(leaveTask, { ...held("one", "a"), end: { kind: "released" } });
		expect(await claim("b", 102)).toMatchObject({ ref: "one", attempts: 1 });
	});

	test("a task that is given back for a while is claimed by nobody before", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		const end = { kind: "released", afterMs: 1000, failure: "away" } as const;
		clock.set(100);
		await engine.db.write(leaveTask, { ...held("one", "a"), end });
		expect(await stored("one")).toMatchObject({ state: "waiting", failure: "away" });
		expect(await claim("b", 1099)).toBeUndefined();
		expect(await claim("b", 1100)).toMatchObject({ ref: "one", failure: null });
	});

	test.each([
		["stop", "stopped", 100 + LEASE_MS],
		["pause", "paused", null],
	])(
		"what a process was asked for is told it, and carried out if it dies first: %s",
		async (asked, state, ended_at) => {
			await waiting("one", 10);
			await claim("a", 100);
			await ask("one", asked);
			clock.set(100);
			expect(await engine.db.write(renewTask, held("one", "a"))).toBe("stop");
			expect(await claim("b", 100 + LEASE_MS)).toBeUndefined();
			expect(await stored("one")).toMatchObject({ state, ended_at, lease_id: null, asked: null });
			clock.set(101);
			expect(await engine.db.write(renewTask, held("one", "a"))).toBe("lost");
		},
	);

	test("a request that arrives while a task is given back is carried out", async () => {
		await waiting("one", 10);
		await claim("a", 100);
		await ask("one", "stop");
		clock.set(101);
		await engine.db.write(leaveTask, { ...held("one", "a"), end: { kind: "released" } });
		expect(await stored("one")).toMatchObject({ state: "stopped", ended_at: 101 });
	});

	test("a task with a place is claimed there alone, and one of a command by nobody else", async () => {
		await waiting("one", 10);
		await engine.execute("update task set place = 'elsewhere'");
		expect(await claim("a", 100)).toBeUndefined();
		await engine.execute(
			"update task set place = 'command', state = 'running', lease_id = 'own', lease_until = 50",
		);
		expect(await claim("a", 100)).toBeUndefined();
		expect(await stored("one")).toMatchObject({ state: "stopped" });
		// It was merely suspended.
		clock.set(101);
		expect(await engine.db.write(renewTask, held("one", "own"))).toBe("go_on");
		expect(await stored("one")).toMatchObject({ state: "running", ended_at: null });
	});
});
