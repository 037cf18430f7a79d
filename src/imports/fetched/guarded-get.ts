import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { VERSION } from "../../version.ts";
import { parseWebhookUrl } from "../../webhooks/register/url-rules.ts";
import { type GuardParts, lookupOf, permittedAddresses } from "../../webhooks/send/guarded-post.ts";
import { MAX_PICTURE_BYTES } from "../sources/sources.ts";
import { collect, UnreadableInput } from "../sources/unreadable.ts";

/** From the name lookup to the last byte, redirects included. */
const TOTAL_MS = 60_000;
const MOST_REDIRECTS = 3;

/** What came of fetching a file. `retryAfterMs`: it may be had later; null: nothing says when. */
export type Fetched =
	| { readonly bytes: Buffer; readonly modifiedAtMs: number | null }
	| { readonly refused: string; readonly retryAfterMs?: number | null };

export type GuardedGet = (url: string, signal: AbortSignal) => Promise<Fetched>;

/**
 * Fetches a file from a URL that somebody else chose, guarded like webhooks (SPEC E5): only https, or what the operator permits, only public addresses,
 * and the connection goes to one of the addresses that were checked. Each redirect is checked in the same way. Never rejects.
 */
export function createGuardedGet({ totalMs = TOTAL_MS, ...guard }: GuardParts): GuardedGet {
	return async (text, signal) => {
		const limited = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
		let next = text;
		try {
			for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
				const got = await getOnce(next, guard, limited);
				if (!("location" in got)) return got;
				if (!URL.canParse(got.location, next)) return { refused: "its host redirects to no address" };
				next = new URL(got.location, next).href;
			}
			return { refused: `its host redirects more than ${MOST_REDIRECTS} times` };
		} catch (fault) {
			// It will be no smaller the next time.
			if (fault instanceof UnreadableInput) return { refused: fault.message };
			if (limited.aborted)
				return { refused: `fetching it took longer than ${totalMs / 1000} s`, retryAfterMs: null };
			return { refused: `cannot be fetched: ${(fault as Error).message}`, retryAfterMs: null };
		}
	};
}

async function getOnce(
	text: string,
	guard: GuardParts,
	signal: AbortSignal,
): Promise<Fetched | { readonly location: string }> {
	const url = parseWebhookUrl(text);
	if (typeof url === "string") return { refused: `is no address of a file: ${url.replace(/^url: /, "")}` };
	const addresses = await permittedAddresses(url, guard, signal);
	if (typeof addresses === "string") return { refused: REFUSALS[addresses] };
	const response = await responseOf(url, addresses, guard, signal);
	try {
		return await contentOf(response);
	} finally {
		response.destroy();
	}
}

const PERMITTED = "the operator may permit its addresses with PACKSHOT_WEBHOOK_ALLOW";
const REFUSALS = {
	name_not_found: "the name of its host has no address",
	not_public: `its host is not at a public address; ${PERMITTED}`,
	not_encrypted: `it is not https, the only way to fetch from public addresses; ${PERMITTED}`,
};

function responseOf(
	url: URL,
	addresses: readonly string[],
	{ authorities }: GuardParts,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
			headers: { "user-agent": `packshot/${VERSION}`, accept: "image/*" },
			agent: false,
			lookup: lookupOf(addresses),
			signal,
			...(authorities ? { ca: [...authorities] } : {}),
		});
		request.once("response", resolve);
		// Stays attached: closing the connection may cause another error.
		request.on("error", reject);
		request.end();
	});
}

async function contentOf(response: IncomingMessage): Promise<Fetched | { readonly location: string }> {
	const { statusCode: status = 0, headers } = response;
	if (status >= 300 && status < 400 && headers.location !== undefined) return { location: headers.location };
	if (status === 429 || status === 503)
		return { refused: `its host answers ${status}`, retryAfterMs: retryAfterMs(headers["retry-after"]) };
	if (status !== 200) return { refused: `its host answers ${status}` };
	if (Number(headers["content-length"] ?? 0) > MAX_PICTURE_BYTES)
		return { refused: `is over ${MAX_PICTURE_BYTES / 2 ** 20} MiB` };
	const modifiedAtMs = Date.parse(headers["last-modified"] ?? "");
	return {
		bytes: await collect(response, MAX_PICTURE_BYTES),
		modifiedAtMs: Number.isNaN(modifiedAtMs) ? null : modifiedAtMs,
	};
}

function retryAfterMs(header: string | undefined): number | null {
	if (header === undefined) return null;
	const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}
