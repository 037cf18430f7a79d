/** Runs work with the same key sequentially, in order of arrival, and work with different keys concurrently. */
export function createKeyedQueue(): <T>(turn: string, work: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return async (turn, work) => {
		const before = last.get(turn);
		const mine = before ? before.then(work, work) : work();
		last.set(turn, mine);
		try {
			return await mine;
		} finally {
			if (last.get(turn) === mine) last.delete(turn);
		}
	};
}
