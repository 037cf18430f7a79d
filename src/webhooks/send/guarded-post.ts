import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction, type Socket } from "node:net";
import type { FailureReason } from "../reasons.ts";
import { type AddressRules, addressProblem } from "../register/addresses.ts";
import { parseWebhookUrl } from "../register/url-rules.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** From the name lookup to the status of the response. */
const TOTAL_MS = 10_000;

export interface Posting {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** How an attempt ended: `reason` is absent when it was delivered. */
export interface PostOutcome {
	/** Of the response, if there was one. */
	readonly status?: number;
	readonly reason?: FailureReason;
}

export type GuardedPost = (posting: Posting) => Promise<PostOutcome>;

/** What is needed to reach a URL chosen by somebody else, and no other. */
export interface GuardParts {
	readonly rules: AddressRules;
	readonly resolveHost: ResolveHost;
	/** Certificate authorities in PEM, trusted instead of the default ones. */
	readonly authorities?: readonly string[];
	readonly totalMs?: number;
}

/**
 * A POST to a URL chosen by somebody else (SPEC E5). Its host is resolved again, every address is checked, and the connection goes to one of
 * exactly those addresses. Redirects are not followed, and nothing of the response is read but its status. Never rejects.
 */
export function createGuardedPost(parts: GuardParts): GuardedPost {
	const { authorities, totalMs = TOTAL_MS } = parts;
	return async (posting) => {
		const signal = AbortSignal.timeout(totalMs);
		const url = parseWebhookUrl(posting.url);
		// It was checked when it was set, but a later version may be stricter.
		if (typeof url === "string") return { reason: "address_not_allowed" };
		try {
			const addresses = await permittedAddresses(url, parts, signal);
			if (typeof addresses === "string")
				return { reason: addresses === "name_not_found" ? addresses : "address_not_allowed" };
			return await exchange({ ...posting, url, addresses, signal, authorities });
		} catch {
			return { reason: "timed_out" };
		}
	};
}

/** The addresses of a URL's host, all of them checked; or why nothing may be sent there. */
export async function permittedAddresses(
	url: URL,
	{ rules, resolveHost }: Pick<GuardParts, "rules" | "resolveHost">,
	signal: AbortSignal,
): Promise<readonly string[] | "name_not_found" | "not_public" | "not_encrypted"> {
	const addresses = await resolveHost(url.hostname, signal);
	if (addresses.length === 0) return "name_not_found";
	const problems = addresses.map((address) => addressProblem(url.protocol, address, rules));
	return problems.find((problem) => problem === "not_public") ?? problems.find(Boolean) ?? addresses;
}

interface Exchange extends Omit<Posting, "url"> {
	readonly url: URL;
	readonly addresses: readonly string[];
	readonly signal: AbortSignal;
	readonly authorities: readonly string[] | undefined;
}

/** One request on its own connection, which is closed as soon as the status is known. */
function exchange({ url, headers, body, addresses, signal, authorities }: Exchange): Promise<PostOutcome> {
	return new Promise((resolve) => {
		let stage: Stage = "connecting";
		const isSecure = url.protocol === "https:";
		const request = (isSecure ? requestHttps : requestHttp)(url, {
			method: "POST",
			headers: { ...headers, "content-length": Buffer.byteLength(body) },
			agent: false,
			lookup: lookupOf(addresses),
			rejectUnauthorized: true,
			signal,
			...(authorities ? { ca: [...authorities] } : {}),
		});
		request.once("socket", (socket: Socket) => {
			socket.once("connect", () => {
				stage = isSecure ? "securing" : "speaking";
			});
			socket.once("secureConnect", () => {
				stage = "speaking";
			});
		});
		request.once("response", ({ statusCode = 0 }) => {
			resolve(outcomeOf(statusCode));
			request.destroy();
		});
		// Stays attached: closing the connection may cause another error.
		request.on("error", (fault) =>
			resolve({ reason: signal.aborted ? "timed_out" : reasonOf(stage, fault) }),
		);
		request.end(body);
	});
}

type Stage = "connecting" | "securing" | "speaking";

/** Returns the checked addresses, whatever name is asked for. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
	const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
	return (_host, options, answer) => {
		const [first] = found;
		if (options.all || !first) answer(null, found);
		else answer(null, first.address, first.family);
	};
}

function outcomeOf(status: number): PostOutcome {
	if (status >= 200 && status < 300) return { status };
	if (status >= 300 && status < 400) return { status, reason: "redirected" };
	return { status, reason: status >= 400 && status < 500 ? "client_error_status" : "server_error_status" };
}

function reasonOf(stage: Stage, fault: NodeJS.ErrnoException): FailureReason {
	if (stage === "securing") return "tls_failed";
	return fault.code?.startsWith("HPE_") ? "invalid_answer" : "connection_failed";
}
