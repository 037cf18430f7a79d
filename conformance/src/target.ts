import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, parsed } from "./json.ts";

export interface Credentials {
	readonly clientId: string;
	readonly apiKey: string;
}

/** An answer of the server. */
export interface Answer {
	/** Name of the request, without secrets: `GET /balance`. */
	readonly call: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly bytes: Buffer;
	/** `undefined` if it is not JSON. */
	readonly body: Json | undefined;
}

export interface Call {
	readonly method?: string;
	/** `false` sends none; by default the client's access token is sent. */
	readonly token?: string | false;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: Json;
	/** A raw body, instead of `body`. */
	readonly text?: string;
	/** The rule expects the 429 of a limit: do not wait and retry. */
	readonly takesRefusals?: true;
}

export interface TokenSet {
	readonly accessToken: string;
	readonly refreshToken: string;
}

/** The server under test, as one client sees it. */
export interface Target {
	readonly credentials: Credentials;
	call(path: string, call?: Call): Promise<Answer>;
	/** Creates a separate token set for a rule that uses it up. */
	newTokens(): Promise<TokenSet>;
	/** Computes something once for all rules. */
	once<T>(key: string, compute: () => Promise<T>): Promise<T>;
	/** Credits debited so far, according to the server. */
	spent(): number;
}

/** The limits of the interface are per minute, so no wait is longer, except for a lockout. */
const LONGEST_WAIT_SECONDS = 61;
const TIMEOUT_MS = 30_000;

/** @param baseUrl without `/api/v1`. @param waiting is called with each pause, in seconds. */
export function createTarget(
	baseUrl: string,
	credentials: Credentials,
	waiting: (seconds: number) => void = () => undefined,
): Target {
	const base = `${baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`;
	const computed = new Map<string, Promise<unknown>>();
	let spent = 0;

	async function send(path: string, call: Call): Promise<Answer> {
		const url = /^https?:/.test(path) ? path : base + path;
		const answer = await exchange(
			url,
			`${call.method ?? "GET"} ${shortened(path)}`,
			await headersOf(call),
			call,
		);
		spent += Number(answer.headers["x-credits-debited"] ?? 0);
		return answer;
	}

	async function headersOf({ token, headers, body }: Call): Promise<Record<string, string>> {
		const bearer = token === false ? undefined : (token ?? (await firstTokens()).accessToken);
		return {
			accept: "application/json",
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
			...headers,
		};
	}

	/** Waits for as long as the limit says, then retries. */
	async function patiently(path: string, call: Call): Promise<Answer> {
		for (;;) {
			const answer = await send(path, call);
			if (answer.status !== 429 || call.takesRefusals) return answer;
			const seconds = Math.min(LONGEST_WAIT_SECONDS, Number(answer.headers["retry-after"]) || 1);
			waiting(seconds);
			await sleep(seconds * 1000);
		}
	}

	const newTokens = () => signIn(patiently, credentials);

	function once<T>(key: string, compute: () => Promise<T>): Promise<T> {
		const known = (computed.get(key) as Promise<T> | undefined) ?? compute();
		computed.set(key, known);
		return known;
	}

	const firstTokens = () => once("tokens", newTokens);

	return {
		credentials,
		call: (path, call = {}) => patiently(path, call),
		newTokens,
		once,
		spent: () => spent,
	};
}

async function signIn(
	call: (path: string, call: Call) => Promise<Answer>,
	{ clientId: client_id, apiKey: api_key }: Credentials,
): Promise<TokenSet> {
	const body = { client_id, api_key };
	const answer = await call("/auth/token", { method: "POST", token: false, body });
	const { access_token, refresh_token } = (answer.body ?? {}) as Record<string, string>;
	if (answer.status !== 200 || !access_token || !refresh_token) {
		throw new Error(`the credentials get no token: ${answer.status} ${answer.bytes.toString()}`);
	}
	return { accessToken: access_token, refreshToken: refresh_token };
}

/** Tokens in paths are secrets, and too long to print. */
function shortened(path: string): string {
	return path
		.replace(/^https?:\/\/[^/]+/, "")
		.replace(/(\/image\/|\/archive\/).+/, "$1…")
		.replace(/(token=)[^&]+/g, "$1…");
}

/** Not `fetch`: it follows redirects as it sees fit, adds its own headers, and rejects bodies that a faulty server may send. */
function exchange(
	url: string,
	call: string,
	headers: Record<string, string>,
	{ method = "GET", body, text = body === undefined ? undefined : JSON.stringify(body) }: Call,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const send = url.startsWith("https:") ? secureRequest : plainRequest;
		const length = text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) };
		const request = send(
			url,
			{ method, headers: { ...headers, ...length }, timeout: TIMEOUT_MS },
			(response) => {
				const parts: Buffer[] = [];
				response.on("data", (part: Buffer) => parts.push(part));
				response.on("error", reject);
				response.on("end", () => {
					const bytes = Buffer.concat(parts);
					const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
					resolve({
						call,
						status: response.statusCode ?? 0,
						headers: Object.fromEntries(answered),
						bytes,
						body: parsed(bytes.toString()),
					});
				});
			},
		);
		request.on("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
		request.on("error", (fault) => reject(new Error(`${call}: ${fault.message}`)));
		request.end(text);
	});
}
