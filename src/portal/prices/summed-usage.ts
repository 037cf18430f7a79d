import { setTimeout as sleep } from "node:timers/promises";
import type { Action } from "../../billing/actions.ts";
import { DAY_MS } from "../../platform/http/fixed-window.ts";

/** From one hour up to but not including another. */
export interface Span {
	readonly startMs: number;
	readonly endMs: number;
}

export interface Used {
	units: number;
	requests: number;
}

/** What each client used of an action in some spans, each for itself. */
export interface SummedUsage {
	readonly spans: readonly { readonly span: Span; readonly used: ReadonlyMap<string, Used> }[];
	/** False while earlier days are being added up. */
	readonly isComplete: boolean;
}

/** What a client used of an action. */
export interface ClientUsed extends Readonly<Used> {
	readonly clientId: string;
}

/** Reads what all clients used of an action in some time. */
export type ReadUsed = (action: Action, span: Span) => Promise<readonly ClientUsed[]>;

/** Requests that began before midnight are recorded a little after it: until then a day is read anew each time. */
const RECORDED_WITHIN_MS = 10 * 60_000;
/** Sums are kept of so many actions and spans, those that were asked for last. */
const MOST_KEPT = 4;

interface Kept {
	readonly spans: readonly { readonly span: Span; readonly used: Map<string, Used> }[];
	readonly filling: Promise<void>;
	isFull: boolean;
}

/**
 * Adds up usage by client. Days that have ended never change and are added up once per process, one after the other; whoever asks waits for that at most
 * `patienceMs` and gets what is there by then.
 * @returns a function of an action and some spans; it throws what `read` threw.
 */
export function createSummedUsage(read: ReadUsed, patienceMs: number) {
	const kept = new Map<string, Kept>();

	function keptFor(key: string, action: Action, spans: readonly Span[]): Kept {
		const known = kept.get(key);
		kept.delete(key);
		const own = known ?? begin(read, action, spans);
		kept.set(key, own);
		if (!known) own.filling.catch(() => kept.delete(key));
		for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
		return own;
	}

	return async (action: Action, spans: readonly Span[], nowMs: number): Promise<SummedUsage> => {
		const openMs = dayOf(nowMs - RECORDED_WITHIN_MS);
		const ended = spans.map(({ startMs, endMs }) => ({
			startMs,
			endMs: Math.max(startMs, Math.min(endMs, openMs)),
		}));
		const own = keptFor(JSON.stringify([action, ended]), action, ended);
		const fresh = await Promise.all(
			spans.map(({ startMs, endMs }) => read(action, { startMs: Math.max(startMs, openMs), endMs })),
		);
		const stop = new AbortController();
		await Promise.race([
			own.filling,
			sleep(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined),
		]);
		stop.abort();
		return {
			spans: spans.map((span, place) => {
				const used = new Map([...(own.spans[place]?.used ?? [])].map(([id, sums]) => [id, { ...sums }]));
				addTo(used, fresh[place] ?? []);
				return { span, used };
			}),
			isComplete: own.isFull,
		};
	};
}

function begin(read: ReadUsed, action: Action, spans: readonly Span[]): Kept {
	const own: { -readonly [Name in keyof Kept]: Kept[Name] } = {
		spans: spans.map((span) => ({ span, used: new Map() })),
		filling: Promise.resolve(),
		isFull: false,
	};
	own.filling = fill();
	return own;

	async function fill(): Promise<void> {
		for (const { span, used } of own.spans)
			for (const day of daysOf(span)) addTo(used, await read(action, day));
		own.isFull = true;
	}
}

function dayOf(timeMs: number): number {
	return timeMs - (timeMs % DAY_MS);
}

/** The newest day first. */
function daysOf({ startMs, endMs }: Span): Span[] {
	const days: Span[] = [];
	for (let end = endMs; end > startMs; ) {
		const start = Math.max(startMs, dayOf(end - 1));
		days.push({ startMs: start, endMs: end });
		end = start;
	}
	return days;
}

function addTo(sums: Map<string, Used>, rows: readonly ClientUsed[]): void {
	for (const { clientId, units, requests } of rows) {
		const sum = sums.get(clientId);
		if (!sum) sums.set(clientId, { units, requests });
		else {
			sum.units += units;
			sum.requests += requests;
		}
	}
}
