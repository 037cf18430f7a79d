/** Whether this is `npm run test:long`. */
export const isLong = process.env.PACKSHOT_TEST_LONG === "1";

/** How often a suite repeats itself: a few times in the gate, and often enough to hit rare timings in `npm run test:long`. The assertions are the same. */
export function repetitions(count: { readonly gate: number; readonly long: number }): number {
	return isLong ? count.long : count.gate;
}
