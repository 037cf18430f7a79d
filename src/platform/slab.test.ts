import fc from "fast-check";
import { expect, test } from "vitest";
import { slab } from "./slab.ts";

test("gives back what was put, once", () => {
	const some = slab<string>();
	const slot = some.put("a");
	expect([some.take(slot), some.take(slot), some.take(99)]).toEqual(["a", undefined, undefined]);
});

test("gives all there is at once, and is empty then", () => {
	const some = slab<string>();
	some.put("a");
	some.take(some.put("b"));
	some.put("c");
	expect(some.takeAll()).toEqual(["a", "c"]);
	expect([some.count(), some.all(), some.take(0)]).toEqual([0, [], undefined]);
});

test("holds what came and did not go, each in a slot of its own, and no more slots than were ever needed at once", () => {
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
