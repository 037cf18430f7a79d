import { expect, test } from "vitest";
import { neighbour, reviewAction, usesKey } from "./review-keys.ts";

const pressed = (key: string, more = {}) => ({ key, altKey: false, ctrlKey: false, metaKey: false, ...more });

test.each([
	["j", "next"],
	["ArrowUp", "previous"],
	["a", "approve"],
	["?", "help"],
	["A", undefined],
	["Enter", undefined],
])("%s means %s", (key, action) => {
	expect(reviewAction(pressed(key), false)).toBe(action);
});

test("typing a reason or pressing a browser shortcut decides nothing", () => {
	expect(reviewAction(pressed("a"), true)).toBeUndefined();
	expect(reviewAction(pressed("r", { ctrlKey: true }), false)).toBeUndefined();
	expect(reviewAction(pressed("r", { metaKey: true }), false)).toBeUndefined();
});

/** A focused element that is one of these, or inside one. */
const focusIn = (found: string) => ({ closest: (asked: string) => asked.includes(found) });

test("a key belongs to the field or menu that has the focus, an arrow key also to a radio button", () => {
	for (const used of ["textarea", "select", "[contenteditable]", "[role=menu]"])
		expect(usesKey(focusIn(used), "a"), used).toBe(true);
	expect(usesKey({ closest: (asked) => asked === "[type=radio]" }, "ArrowDown")).toBe(true);
	expect(usesKey({ closest: (asked) => asked === "[type=radio]" }, "j")).toBe(false);
	expect(usesKey({ closest: () => null }, "ArrowDown")).toBe(false);
});

test("moving through the queue stops at the first and the last item", () => {
	const ids = ["a", "b", "c"];
	expect(neighbour(ids, "a", 1)).toBe("b");
	expect(neighbour(ids, "a", -1)).toBe("a");
	expect(neighbour(ids, "c", 1)).toBe("c");
	expect(neighbour(ids, "gone", 1)).toBe("a");
	expect(neighbour([], undefined, 1)).toBeUndefined();
});
