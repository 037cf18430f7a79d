import type { CallOptions, KosherAlert, Packshot } from "@packshot/sdk";
import { systemClock } from "./clock.ts";
import { isPackshotError } from "./errors.ts";
import { atLeast, HELD_TIMEOUT_MS, patiently, WAIT_SECONDS } from "./patience.ts";

/** Options of its calls; the signal ends it. */
export interface KosherAlertOptions extends CallOptions {
	/** Also alerts published, changed or ended at this time or later; without it, those from now on. */
	readonly since?: string | Date | undefined;
}

/** However busy the feed is: an alert may name only products that are gone, of which the feed says nothing. */
const LOOK_AGAIN_MS = WAIT_SECONDS * 1000;

/**
 * Calls `take` with each alert the client may see as soon as it is published, changed or ended, in that order; free. One at a time: the next alert waits for
 * it. To go on after a restart, pass the `changed_at` of the alert that was taken last as `since`: alerts of that very moment come once more. Keeps trying
 * while the service is overloaded, rate-limiting or unreachable.
 * @throws what `take` throws, PackshotError for a refusal, and the signal's reason when it aborts.
 */
export async function onKosherAlert(
	packshot: Pick<Packshot, "kosher" | "products">,
	take: (alert: KosherAlert) => unknown,
	{ since, ...options }: KosherAlertOptions = {},
): Promise<never> {
	const { signal = new AbortController().signal } = options;
	const ask: Ask = (call) => patiently(call, systemClock, signal);
	const taken = new Set<string>();
	let from = since === undefined ? undefined : new Date(since).toISOString();
	let cursor: string | undefined;
	for (;;) {
		signal.throwIfAborted();
		// Before the alerts are listed, so that none is missed between the two.
		if (cursor === undefined) {
			const now = await patiently(
				() => packshot.products.changes({ limit: 1 }, { signal }),
				systemClock,
				signal,
			);
			cursor = now.next_cursor;
			from ??= now.meta.response_generated;
		}
		for (const alert of await ask(() => changedSince(packshot, from, options))) {
			const key = `${alert.alert_id} ${alert.changed_at}`;
			if (taken.has(key)) continue;
			if (alert.changed_at !== from) taken.clear();
			from = alert.changed_at;
			taken.add(key);
			await take(alert);
		}
		cursor = await afterAlerts(packshot, cursor, { ask, options });
	}
}

/** Asks until there is an answer or a refusal. */
type Ask = <Body>(call: () => Promise<Body>) => Promise<Body>;

/** Alerts by when they changed. */
async function changedSince(
	{ kosher }: Pick<Packshot, "kosher">,
	changed_since: string | undefined,
	options: CallOptions,
): Promise<KosherAlert[]> {
	const alerts: KosherAlert[] = [];
	for await (const alert of kosher.alerts({ changed_since }, options)) alerts.push(alert);
	return alerts.sort((one, other) => (one.changed_at < other.changed_at ? -1 : 1));
}

/** Waits until the feed says that alerts may have changed. @returns where to wait next; `undefined` to begin anew. */
async function afterAlerts(
	{ products }: Pick<Packshot, "products">,
	cursor: string,
	{ ask, options }: { readonly ask: Ask; readonly options: CallOptions },
): Promise<string | undefined> {
	const sinceMs = systemClock.now();
	const limits = atLeast(options, HELD_TIMEOUT_MS);
	try {
		for (let place = cursor; ; ) {
			const query = { cursor: place, limit: 1000, wait: WAIT_SECONDS };
			const { data, next_cursor } = await ask(() => products.changes(query, limits));
			place = next_cursor;
			const isTold = data.some(({ changed }) => changed.includes("kosher"));
			if (isTold || data.length === 0 || systemClock.now() - sinceMs > LOOK_AGAIN_MS) return place;
		}
	} catch (error) {
		if (isPackshotError(error, "cursor_expired")) return undefined;
		throw error;
	}
}
