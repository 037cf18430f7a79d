/** Whether this is `npm run test:long`. */
export const isLong = process.env.PACKSHOT_TEST_LONG === "1";

/**
 * How often a suite repeats itself: a few times in the gate, as often as it takes to meet rare moments in `npm run test:long`. What it
 * asserts is the same.
 */
export function repetitions(count: { readonly gate: number; readonly long: number }): number {
	return isLong ? count.long : count.gate;
}
