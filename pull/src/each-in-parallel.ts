/** Processes items with limited concurrency; the next item is requested when a slot is free. @throws the first error, after all have ended. */
export async function eachInParallel<T>(
	items: AsyncIterable<T> | Iterable<T>,
	atOnce: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const running = new Set<Promise<void>>();
	const failures: unknown[] = [];
	for await (const item of items) {
		const run: Promise<void> = work(item)
			.catch((error: unknown) => void failures.push(error))
			.finally(() => running.delete(run));
		running.add(run);
		if (running.size >= atOnce) await Promise.race(running);
		if (failures.length > 0) break;
	}
	await Promise.all(running);
	if (failures.length > 0) throw failures[0];
}
