import { call } from "../../../api/call.ts";
import { sent, textOf } from "../../../api/exchange.ts";
import type { ApiRequest } from "../../../calls/request.ts";
import { fileOf, type ReturnedFile } from "./file-of.ts";

/** A response as received. */
export interface ApiAnswer {
	/** The request it belongs to. */
	readonly request: ApiRequest;
	readonly status: number;
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly tookMs: number;
	/** Text bodies; JSON is pretty-printed. Empty for HEAD. */
	readonly text: string;
	/** A picture or an archive, if a redirect led to one. */
	readonly file: ReturnedFile | undefined;
}

interface HeldToken {
	readonly text: string;
	readonly expiresAtMs: number;
}

/** A token this close to expiry could expire in transit. */
const MARGIN_MS = 5_000;

/** Makes calls with one key and short-lived tokens, which are kept only in this closure and requested on demand. */
export function callerOf(clientId: string): (request: ApiRequest) => Promise<ApiAnswer> {
	let held: HeldToken | undefined;
	return async (request) => {
		if (!request.isPublic && (held === undefined || held.expiresAtMs < Date.now() + MARGIN_MS)) {
			held = await freshToken(clientId);
		}
		const answer = await send(request, request.isPublic ? undefined : held?.text);
		// Revoked, or issued for a key that has been rotated since: the next call gets another one.
		if (answer.status === 401 || request.path.endsWith("/auth/revoke")) held = undefined;
		return answer;
	};
}

async function freshToken(clientId: string): Promise<HeldToken> {
	const askedAtMs = Date.now();
	const { access_token, expires_in } = await call("POST /keys/{client_id}/token", {
		path: { client_id: clientId },
	});
	return { text: access_token, expiresAtMs: askedAtMs + expires_in * 1000 };
}

async function send(request: ApiRequest, token: string | undefined): Promise<ApiAnswer> {
	const { method, path, body } = request;
	const startedAt = performance.now();
	const response = await sent(path, {
		method,
		credentials: "omit",
		cache: "no-store",
		headers: {
			accept: "application/json",
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body }),
	});
	const file = method === "HEAD" ? undefined : await fileOf(response, fileNameOf(path));
	const text = file ? "" : inLines(await textOf(response));
	return {
		request,
		status: response.status,
		headers: [...response.headers],
		tookMs: performance.now() - startedAt,
		text,
		file,
	};
}

/** Whether two requests are equal. */
export function isSame(one: ApiRequest, other: ApiRequest): boolean {
	return one.method === other.method && one.path === other.path && one.body === other.body;
}

function inLines(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** `/api/v1/products/4011/image?variant=front` → `products-4011-image-variant-front` */
function fileNameOf(path: string): string {
	return path.replace("/api/v1/", "").replace(/[^a-z0-9_]+/gi, "-");
}
