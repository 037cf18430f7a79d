/**
 * Works on items as they come, at most `limit` at once. After a fault no further item is begun and those under way are waited for, so that
 * nothing goes on behind the caller's back. @throws the first fault
 */
export async function forEachConcurrently<T>(
	items: AsyncIterable<T>,
	limit: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const source = items[Symbol.asyncIterator]();
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
