import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import { removeOwnWebhook } from "../register/store.ts";
import { type Answering, settle, webhooksOn } from "./webhooks.fixture.ts";

/** What can happen in one step. */
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ kind: fc.constant("change"), barcode: fc.integer({ min: 1000, max: 1009 }) }),
	},
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant("round"), node: fc.nat(1) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("time"), ms: fc.integer({ min: 1, max: 30_000 }) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("endpoint"), isUp: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("kill"), node: fc.nat(1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("set again") }) },
);

describe.each(engines)("$name", ({ open }) => {
	test("delivers every change, in order, whatever fails, stalls or is killed", async () => {
		const clock = testClock();
		const { db, close } = await open(clock);
		onTestFinished(close);
		let made = 0;
		const tell = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
			const hooks = webhooksOn(db, clock);
			const { change, set, told } = hooks;
			const clientId = await hooks.client();
			await set(clientId);
			let isUp = true;
			const answering: Answering = () =>
				isUp ? { status: 200 } : { status: 503, reason: "server_error_status" };
			/** A killed node never gets an answer to its post, so nothing that it would do afterwards happens. */
			const never = () => new Promise<never>(() => undefined);
			const nodes = [hooks.node(answering), hooks.node(answering)];
			const posted = [...nodes];
			const expected: string[] = [];
			for (const each of steps) {
				if (each.kind === "change") {
					const barcode = String(each.barcode);
					await change({ barcode, info: { brand: `brand ${++made}` } });
					expected.push(barcode);
				} else if (each.kind === "round") await settle(nodes[each.node]!.sender);
				else if (each.kind === "time") clock.advance(each.ms);
				else if (each.kind === "endpoint") isUp = each.isUp;
				else if (each.kind === "set again") await set(clientId);
				else {
					const dying = hooks.node(never);
					posted.push(dying);
					await dying.sender.round();
					nodes[each.node] = hooks.node(answering);
					posted.push(nodes[each.node]!);
				}
			}
			isUp = true;
			for (let time = 0; time < 3; time++) {
				clock.advance(LEASE_MS + 12 * 3_600_000);
				await settle(nodes[0]!.sender);
			}
			const all = posted.flatMap(({ sent }) => sent.filter((each) => each.clientId === clientId));
			const once = [...new Map(all.map((sent) => [sent.id, sent])).values()].sort((a, b) =>
				a.id < b.id ? -1 : 1,
			);
			const bodies = new Map<string, Set<string>>();
			for (const { id, body } of all) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
			expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
			const heard: string[] = [];
			for (const sent of once) heard.push(...(await told(clientId, sent)));
			expect(heard).toEqual(expected);
			expect(hooks.faults).toEqual([]);
			const row = await hooks.row(clientId);
			expect(row).toMatchObject({ active: 1, event_id: null });
			await db.write(removeOwnWebhook, { clientId });
		};
		await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), tell), {
			numRuns: repetitions({ gate: 8, long: 25 }),
		});
	});
});
