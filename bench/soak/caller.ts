import { setTimeout as sleep } from "node:timers/promises";
import { noteAnswer, noteCharge, noteWrong, type Seen, type Told } from "./told.ts";

/** One client of the API, which may call any of the nodes. */
export interface Caller {
	readonly told: Told;
	/** Calls once, with a token. Returns `undefined` if there was no answer or a 5xx. */
	call(kind: string, path: string, options?: CallOptions): Promise<Answer | undefined>;
	/** Refreshes the token pair, as a client does before it expires. */
	refresh(): Promise<void>;
}

interface CallOptions {
	readonly method?: string;
	readonly json?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Statuses that are correct here, apart from those that a changed clock or a killed node explains. */
	readonly expected?: readonly number[];
	/** Without a token, at a URL from an earlier answer. */
	readonly signed?: boolean;
}

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Uint8Array;
}

export interface CallerParts {
	readonly clientId: string;
	readonly apiKey: string;
	readonly seen: Seen;
	/** `http://127.0.0.1:…` of a node that is probably serving. */
	readonly origin: () => string;
	readonly isOver: () => boolean;
}

/** A token or URL that expired because the clock was changed, or a rate limit that outlasted the change. */
const EXCUSED = [401, 410, 429];

interface Tokens {
	readonly access_token: string;
	readonly refresh_token: string;
}

export function createCaller({ clientId, apiKey, seen, origin, isOver }: CallerParts): Caller {
	const told: Told = { clientId, charges: new Map(), unknown: 0, contradictions: [] };
	let tokens: Promise<Tokens> | undefined;

	async function send(kind: string, path: string, options: CallOptions, token?: string) {
		const { method = options.json === undefined ? "GET" : "POST", json, expected = [200] } = options;
		const headers = {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(json === undefined ? {} : { "content-type": "application/json" }),
			...options.headers,
		};
		const body = json === undefined ? {} : { body: JSON.stringify(json) };
		const answer = await answered(`${origin()}/api/v1${path}`, { method, headers, ...body });
		noteAnswer(seen, kind, answer?.status ?? "none");
		if (answer) {
			const cost = Number(answer.headers.get("x-credits-debited") ?? 0);
			if (cost > 0) noteCharge(told, answer.headers.get("x-request-id") ?? "", cost);
			const right = [...expected, ...EXCUSED].includes(answer.status);
			const isToldWhen = answer.status >= 500 && answer.headers.has("retry-after");
			if (!right && !isToldWhen) noteWrong(seen, `${kind} ${path}: ${answer.status} ${wordsOf(answer)}`);
		}
		if (!answer?.complete || answer.status >= 500) told.unknown++;
		return answer;
	}

	async function signIn(): Promise<Tokens> {
		while (!isOver()) {
			const json = { client_id: clientId, api_key: apiKey };
			const answer = await send("sign-in", "/auth/token", { json });
			if (answer?.status === 200 && answer.complete) return JSON.parse(textOf(answer));
			await sleep(500);
		}
		return { access_token: "", refresh_token: "" };
	}

	function signedIn(): Promise<Tokens> {
		tokens ??= signIn();
		return tokens;
	}

	return {
		told,
		async call(kind, path, options = {}) {
			const used = options.signed ? undefined : signedIn();
			const answer = await send(kind, path, options, (await used)?.access_token);
			if (answer?.status === 401 && tokens === used) tokens = undefined;
			return answer?.complete && answer.status < 500 ? answer : undefined;
		},
		async refresh() {
			const { refresh_token } = await signedIn();
			const answer = await send("refresh", "/auth/refresh", { json: { refresh_token } });
			const isRenewed = answer?.status === 200 && answer.complete;
			tokens = isRenewed ? Promise.resolve(JSON.parse(textOf(answer))) : undefined;
		},
	};
}

/** `complete`: whether the whole body arrived. */
async function answered(
	url: string,
	init: RequestInit,
): Promise<(Answer & { complete: boolean }) | undefined> {
	try {
		const response = await fetch(url, { ...init, redirect: "manual" });
		const { status, headers } = response;
		const bytes = await response.arrayBuffer().then(
			(whole) => new Uint8Array(whole),
			() => undefined,
		);
		return { status, headers, bytes: bytes ?? new Uint8Array(), complete: bytes !== undefined };
	} catch {
		return undefined;
	}
}

export function textOf({ bytes }: Answer): string {
	return new TextDecoder().decode(bytes);
}

/** The JSON of an answer, unless it is a file. */
function wordsOf(answer: Answer): string {
	const isText = answer.headers.get("content-type")?.startsWith("application/json");
	return isText ? textOf(answer).slice(0, 300) : `${answer.bytes.length} bytes`;
}
