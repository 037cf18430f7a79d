const SLICE_MS = 0.5;
const MOST_SLICES = 4;

/**
 * Lets the writes of up to two milliseconds join the ones that wait, because a commit takes as much processor time as thirty small writes. It stops
 * once enough of them wait.
 * @param enough memory in which another thread says how many are.
 * @param receive takes in what has arrived. It is called on a thread that has nothing else to do.
 */
export function createGathering(
	enough: SharedArrayBuffer,
	receive: () => void,
): (waiting: () => number) => void {
	const wanted = new Int32Array(enough);
	const asleep = new Int32Array(new SharedArrayBuffer(4));
	return (waiting) => {
		receive();
		for (let slice = 0; slice < MOST_SLICES && waiting() < Atomics.load(wanted, 0); slice++) {
			Atomics.wait(asleep, 0, 0, SLICE_MS);
			receive();
		}
	};
}
