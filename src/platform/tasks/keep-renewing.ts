/**
 * Renews a lease regularly until stopped. A renewal that fails is tried again the next time: the lease lasts much longer.
 * @returns a function that stops; it resolves once a renewal in progress has ended.
 */
export function keepRenewing(renew: () => Promise<unknown>, everyMs: number): () => Promise<void> {
	let renewing: Promise<unknown> | undefined;
	const timer = setInterval(() => {
		renewing ??= renew()
			.catch(() => undefined)
			.finally(() => {
				renewing = undefined;
			});
	}, everyMs);
	return async () => {
		clearInterval(timer);
		await renewing;
	};
}
