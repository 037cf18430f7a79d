let zeros = new Uint8Array(0);

/** Returns `count` zeros, in memory that all callers share: must not be written to. */
export function zerosOf(count: number): Uint8Array {
	if (zeros.length < count) zeros = new Uint8Array(2 * count);
	return zeros.subarray(0, count);
}
