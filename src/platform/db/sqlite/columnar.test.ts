import fc from "fast-check";
import { expect, test } from "vitest";
import { fromColumns, toColumns } from "./columnar.ts";

const across = (values: readonly unknown[]) => fromColumns(structuredClone(toColumns(values)));

test("any value survives packing unchanged", () => {
	const value = fc.oneof(
		fc.record({ id: fc.nat(), text: fc.string() }, { requiredKeys: ["id"] }),
		fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue(), { noNullPrototype: true }),
		fc.jsonValue(),
		fc.uint8Array({ maxLength: 4 }),
		fc.constant(undefined),
	);
	fc.assert(
		fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
			expect(across(values)).toStrictEqual(structuredClone(values));
		}),
	);
});

test("a member named as the prototype is a member like any other", () => {
	const values = [JSON.parse('{"__proto__": {"a": 1}, "b": 2}')];
	expect(JSON.stringify(across(values))).toBe(JSON.stringify(values));
});

test("packs objects of the same shape without their names, and values common to all of them only once", () => {
	expect(
		toColumns([
			{ a: 1, b: "x" },
			{ a: 2, b: "x" },
		]),
	).toEqual({ names: ["a", "b"], count: 2, columns: [[1, 2], ["x"]] });
});

test("an object shared by several values is still one object after unpacking", () => {
	const shared = { detail: "long" };
	const [first, second] = across([{ charge: shared }, { charge: shared }]) as { charge: object }[];
	expect(first?.charge).toBe(second?.charge);
});
