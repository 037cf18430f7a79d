import fc from "fast-check";
import { expect, test } from "vitest";
import { slab } from "./slab.ts";

test("gives back what was put, once", () => {
	const some = slab<string>();
	const slot = some.put("a");
	expect([some.take(slot), some.take(slot), some.take(99)]).toEqual(["a", undefined, undefined]);
});

test("takeAll returns everything and leaves the slab empty", () => {
	const some = slab<string>();
	some.put("a");
	some.take(some.put("b"));
	some.put("c");
	expect(some.takeAll()).toEqual(["a", "c"]);
	expect([some.count(), some.all(), some.take(0)]).toEqual([0, [], undefined]);
});

test("holds what was put and not taken, each in its own slot, with no more slots than the peak count", () => {
	fc.assert(
		fc.property(fc.array(fc.option(fc.nat(20), { nil: undefined })), (steps) => {
			const some = slab<{ step: number }>();
			const held = new Map<number, { step: number }>();
			let most = 0;
			steps.forEach((leaving, step) => {
				if (leaving === undefined) {
					const thing = { step };
					const slot = some.put(thing);
					expect(held.has(slot)).toBe(false);
					held.set(slot, thing);
					most = Math.max(most, held.size);
					expect(slot).toBeLessThan(most);
				} else {
					expect(some.take(leaving)).toBe(held.get(leaving));
					held.delete(leaving);
				}
				expect(some.count()).toBe(held.size);
				expect(new Set(some.all())).toEqual(new Set(held.values()));
			});
		}),
	);
});
