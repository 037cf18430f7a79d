import { expect, test } from "vitest";
import { createPixelBudget } from "./pixel-budget.ts";

/** Work that ends when told to, and reports whether it has begun. */
function step() {
	let end: () => void = () => undefined;
	const promise = new Promise<void>((resolve) => {
		end = resolve;
	});
	const state = { begun: false };
	return {
		state,
		end,
		work: () => {
			state.begun = true;
			return promise;
		},
	};
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("processes small pictures in parallel, up to the allowed number", async () => {
	const budget = createPixelBudget({ pictures: 2, pixels: 100 });
	const steps = [step(), step(), step()];
	const runs = steps.map(({ work }) => budget.run(10, work));
	await settled();
	expect(steps.map(({ state }) => state.begun)).toEqual([true, true, false]);
	steps[0]?.end();
	await settled();
	expect(steps[2]?.state.begun).toBe(true);
	for (const { end } of steps) end();
	await Promise.all(runs);
});

test("a large picture waits for budget, and later pictures do not overtake it", async () => {
	const budget = createPixelBudget({ pictures: 3, pixels: 100 });
	const [small, large, later] = [step(), step(), step()];
	const runs = [budget.run(60, small.work), budget.run(60, large.work), budget.run(10, later.work)];
	await settled();
	expect([small, large, later].map(({ state }) => state.begun)).toEqual([true, false, false]);
	small.end();
	await settled();
	expect([large, later].map(({ state }) => state.begun)).toEqual([true, true]);
	large.end();
	later.end();
	await Promise.all(runs);
});

test("a picture larger than the whole budget runs alone", async () => {
	const budget = createPixelBudget({ pictures: 2, pixels: 100 });
	const [huge, small] = [step(), step()];
	const runs = [budget.run(500, huge.work), budget.run(1, small.work)];
	await settled();
	expect([huge, small].map(({ state }) => state.begun)).toEqual([true, false]);
	huge.end();
	small.end();
	await Promise.all(runs);
});

test("failed work releases its budget", async () => {
	const budget = createPixelBudget({ pictures: 1, pixels: 100 });
	const failed = budget.run(100, () => Promise.reject(new Error("broken")));
	const next = budget.run(100, () => Promise.resolve("done"));
	await expect(failed).rejects.toThrow("broken");
	expect(await next).toBe("done");
});
