/** Processes items, at most `limit` at once. After a fault no further one is started, and those in progress are awaited. @throws the first fault */
export async function forEachConcurrently<T>(
	items: AsyncIterable<T> | Iterable<T>,
	limit: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	const faults: unknown[] = [];
	const worker = async () => {
		try {
			for (;;) {
				const next = await source.next();
				if (next.done || faults.length > 0) return;
				await work(next.value);
			}
		} catch (fault) {
			faults.push(fault);
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
	if (faults.length === 0) return;
	await source.return?.();
	throw faults[0];
}
