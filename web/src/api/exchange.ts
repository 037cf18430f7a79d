import { failureOf, unreachable, unreadable } from "./failure.ts";

/**
 * Every request of these pages goes through here, so that whatever breaks on the way has words for people: a browser's own messages are never shown.
 * What was aborted by its `signal` throws the signal's reason, which nobody is shown.
 */

/** Sends a request. @returns any response. @throws Failure if there is none. */
export function sent(url: string, init: RequestInit): Promise<Response> {
	return plainly(() => fetch(url, init), init.signal);
}

/** Sends a request that has to succeed. @throws Failure for any status outside 200–299, and if there is no response. */
export async function succeeded(url: string, init: RequestInit): Promise<Response> {
	const response = await sent(url, init);
	if (!response.ok) throw await failureOf(response);
	return response;
}

/** The body as text. @throws Failure if the connection breaks before its end. */
export function textOf(response: Response, signal?: AbortSignal | null): Promise<string> {
	return plainly(() => response.text(), signal);
}

/** The same as bytes. */
export function blobOf(response: Response, signal?: AbortSignal | null): Promise<Blob> {
	return plainly(() => response.blob(), signal);
}

/** The object or list in a successful response; `undefined` for an empty 202 or 204. @throws Failure for anything else, such as a proxy's page. */
export async function jsonOf(response: Response, signal?: AbortSignal | null): Promise<unknown> {
	const text = await textOf(response, signal);
	if (text === "" && (response.status === 202 || response.status === 204)) return undefined;
	const value = parsed(text);
	if (typeof value !== "object" || value === null) throw unreadable();
	return value;
}

async function plainly<T>(work: () => Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw signal?.aborted ? error : unreachable();
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
