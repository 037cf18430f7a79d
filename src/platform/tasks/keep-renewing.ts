/** Renews a lease regularly; a failed renewal is tried again. @returns a function that stops, and resolves once a renewal in progress has ended. */
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
