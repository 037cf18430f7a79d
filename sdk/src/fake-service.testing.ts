import type { Clock } from "./clock.ts";
import type { CallOptions } from "./options.ts";
import { createPackshot, type Packshot, type PackshotOptions } from "./packshot.ts";
import type { TokenProvider } from "./token-provider.ts";

/** What a fake service returns for a request: a response, an error thrown by `fetch`, or nothing ever. If the body is an error, the response breaks off. */
export type FakeAnswer =
	| { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> }
	| Error
	| "silence";

export interface SeenRequest {
	/** `GET /balance` */
	readonly name: string;
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | undefined;
	readonly signal: AbortSignal;
	/** Time of arrival, in milliseconds from the start. */
	readonly atMs: number;
}

export interface FakeService {
	readonly packshot: Packshot;
	/** All requests except token requests. */
	readonly calls: SeenRequest[];
	/** The token requests. */
	readonly auth: SeenRequest[];
	/** Advances the time as far as needed until a promise settles. */
	settle<T>(promise: Promise<T>): Promise<T>;
	/** Like `settle`, for a promise that must reject. */
	failure(promise: Promise<unknown>): Promise<unknown>;
	advance(milliseconds: number): Promise<void>;
	/** The current time, in milliseconds from the start. */
	now(): number;
	/** Number of running timers. */
	timers(): number;
}

interface Options extends CallOptions {
	readonly baseUrl?: string;
	readonly tokenProvider?: TokenProvider;
	/** Responses to token requests; once they are used up, tokens are granted. */
	readonly auth?: readonly FakeAnswer[];
}

/** A client of a service that gives a test's responses in order. Its clock advances only when everything is waiting. */
export function fakeService(
	answers: readonly FakeAnswer[],
	{ auth = [], tokenProvider, ...options }: Options = {},
): FakeService {
	const { clock, passUntil, advance, timers } = simulatedClock();
	const calls: SeenRequest[] = [];
	const authRequests: SeenRequest[] = [];
	const fetch: PackshotOptions["fetch"] = async (url, init) => {
		const seen = seenRequest(url, init, clock.now());
		const isAuth = /^\/api\/v1\/auth\/(token|refresh)$/.test(seen.url.pathname);
		const log = isAuth ? authRequests : calls;
		log.push(seen);
		if (isAuth) return answerWith(auth[log.length - 1] ?? tokenSet(log.length), seen.signal);
		const answer = answers[log.length - 1];
		if (answer === undefined) throw new Error(`no answer was planned for ${seen.name}`);
		return answerWith(answer, seen.signal);
	};
	const packshot = createPackshot({
		baseUrl: "https://packshot.test",
		fetch,
		clock,
		...options,
		...(tokenProvider
			? { tokenProvider }
			: { clientId: "ps_client_3qmpyw2l6knmtz5a7bcd", apiKey: "k".repeat(44) }),
	});
	return {
		packshot,
		calls,
		auth: authRequests,
		settle: passUntil,
		failure: (promise) =>
			passUntil(
				promise.then(
					() => "it did not fail",
					(error) => error,
				),
			),
		advance,
		now: clock.now,
		timers,
	};
}

/** Access tokens are `access-1`, `access-2`… in request order, and refresh tokens likewise. */
function tokenSet(number: number): FakeAnswer {
	return {
		body: {
			access_token: `access-${number}`,
			refresh_token: `refresh-${number}`,
			token_type: "Bearer",
			expires_in: 3600,
		},
	};
}

/** An error response of the service, free of charge. */
export function refusal(
	status: number,
	error: string,
	{
		headers = {},
		...details
	}: { readonly headers?: Record<string, string>; readonly [detail: string]: unknown } = {},
): FakeAnswer {
	return {
		status,
		body: { error, message: `It is ${error}.`, request_id: "req_1", ...details },
		headers: { "x-request-id": "req_1", "x-credits-debited": "0", ...headers },
	};
}

/** The error that `fetch` of Node.js throws when the network fails. */
export function networkError(code: string): Error {
	return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

function seenRequest(url: string, init: RequestInit, nowMs: number): SeenRequest {
	const parsed = new URL(url);
	return {
		name: `${init.method} ${parsed.pathname.replace("/api/v1", "")}`,
		url: parsed,
		headers: init.headers as Record<string, string>,
		body: (init.body ?? undefined) as string | undefined,
		signal: init.signal as AbortSignal,
		atMs: nowMs,
	};
}

function answerWith(answer: FakeAnswer, signal: AbortSignal): Promise<Response> {
	if (answer instanceof Error) return Promise.reject(answer);
	if (answer === "silence") {
		return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
	}
	const { status = 200, body = {}, headers = {} } = answer;
	return Promise.resolve(
		new Response(status === 204 || body === null ? null : bodyOf(body), {
			status,
			headers: { "content-type": "application/json", ...headers },
		}),
	);
}

function bodyOf(body: unknown): BodyInit {
	if (body instanceof Error) return new ReadableStream({ start: (stream) => stream.error(body) });
	return typeof body === "string" ? body : JSON.stringify(body);
}

interface Sleeper {
	readonly wakeMs: number;
	readonly wake: () => void;
}

/** A clock that jumps from one sleeper's time to the next. */
function simulatedClock() {
	let nowMs = 0;
	const sleepers = new Set<Sleeper>();
	const clock: Clock = {
		now: () => nowMs,
		sleep: (milliseconds, signal) =>
			new Promise((resolve, reject) => {
				signal.throwIfAborted();
				const sleeper = { wakeMs: nowMs + milliseconds, wake: resolve };
				sleepers.add(sleeper);
				signal.addEventListener("abort", () => {
					sleepers.delete(sleeper);
					reject(signal.reason);
				});
			}),
	};

	function wakeNext(untilMs: number): boolean {
		const [next] = [...sleepers].sort((a, b) => a.wakeMs - b.wakeMs);
		if (!next || next.wakeMs > untilMs) return false;
		sleepers.delete(next);
		nowMs = Math.max(nowMs, next.wakeMs);
		next.wake();
		return true;
	}

	return {
		clock,
		timers: () => sleepers.size,
		async passUntil<T>(promise: Promise<T>): Promise<T> {
			let isSettled = false;
			const mark = () => {
				isSettled = true;
			};
			promise.then(mark, mark);
			for (await everythingRuns(); !isSettled; await everythingRuns()) {
				if (!wakeNext(Number.POSITIVE_INFINITY)) throw new Error("everything waits and nobody sleeps");
			}
			return promise;
		},
		async advance(milliseconds: number): Promise<void> {
			const untilMs = nowMs + milliseconds;
			for (await everythingRuns(); wakeNext(untilMs); ) await everythingRuns();
			nowMs = untilMs;
		},
	};
}

/** Reading a body takes several turns of the event loop. */
async function everythingRuns(): Promise<void> {
	for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
