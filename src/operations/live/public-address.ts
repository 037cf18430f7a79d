import { randomInt } from "node:crypto";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { newProbe, PROBE_HEADER, type SeenRequest } from "../../api/self-probe.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { finding, type LiveFinding } from "./finding.ts";

export interface PublicAddress {
	/** `PACKSHOT_PUBLIC_URL` */
	readonly publicUrl: string | undefined;
	readonly keys: KeyPair;
	readonly nowMs: number;
	/** Certificates to trust besides those of Node.js, in PEM. */
	readonly ca?: string;
}

const LONGEST_MS = 10_000;
/** A certificate is renewed about 30 days before it ends. */
const RENEWED_BEFORE_MS = 14 * DAY_MS;

/** Calls the service at its public address from this machine, as a client would. */
export async function checkPublicAddress(place: PublicAddress): Promise<LiveFinding[]> {
	const { publicUrl } = place;
	if (publicUrl === undefined) {
		const todo = "set it to the https:// address that clients call";
		return [finding("address", "wrong", "PACKSHOT_PUBLIC_URL is not set", todo)];
	}
	const scheme = publicUrl.startsWith("https://")
		? finding("https", "ok", `${publicUrl} is an https address`)
		: finding(
				"https",
				"wrong",
				`${publicUrl} is not an https address: keys and passwords would be readable on the way`,
				"put a proxy with TLS in front, and set PACKSHOT_PUBLIC_URL to its address",
			);
	const first = await call(place, {}).catch((fault: Error) => fault);
	if (first instanceof Error) {
		const found = `${publicUrl} cannot be reached from this machine: ${plainFault(first)}`;
		const todo = "check the name, the port, the certificate and that the proxy runs";
		return [scheme, finding("address", "wrong", found, todo)];
	}
	const { status, seen } = first;
	if (!seen) {
		const found = `${publicUrl}/api/v1/health answered ${status}, but not as this installation`;
		const todo = "start the service, and have the proxy pass every path and header on to it";
		return [scheme, finding("address", "wrong", found, todo)];
	}
	const reached = `${publicUrl} leads to this installation, called from this machine`;
	const todo = "see what GET /api/v1/health says";
	const health =
		status === 200
			? finding("address", "ok", reached)
			: finding("address", "wrong", `${reached}; its health is ${status}`, todo);
	return [scheme, health, ...certificateFindings(first.endsMs, place.nowMs), await proxyFinding(place, seen)];
}

function certificateFindings(endsMs: number | undefined, nowMs: number): LiveFinding[] {
	if (endsMs === undefined) return [];
	const days = Math.floor((endsMs - nowMs) / DAY_MS);
	const found = `the certificate is valid for another ${days} days`;
	return [
		endsMs - nowMs < RENEWED_BEFORE_MS
			? finding("certificate", "wrong", found, "see why it has not been renewed")
			: finding("certificate", "ok", found),
	];
}

/** Whether the service sees the caller's address: neither the proxy's nor one that the caller made up. */
async function proxyFinding(place: PublicAddress, { forwarded, peer }: SeenRequest): Promise<LiveFinding> {
	if (forwarded === "ignored") {
		return finding(
			"proxies",
			"wrong",
			`calls come through a proxy at ${peer}, which is not trusted: all clients share its address in limits and allowlists`,
			`set PACKSHOT_TRUSTED_PROXIES=${peer}`,
		);
	}
	// Reserved for documentation (RFC 5737): no caller has it.
	const forged = `198.51.100.${randomInt(1, 255)}`;
	const second = await call(place, { "x-forwarded-for": forged }).catch((fault: Error) => fault);
	if (second instanceof Error || !second.seen) {
		return finding("proxies", "open", "the second call, with a made-up address, was not answered");
	}
	if (second.seen.address === forged) {
		return finding(
			"proxies",
			"wrong",
			"an address that the caller wrote into X-Forwarded-For was believed: limits and allowlists can be evaded",
			"trust only the proxies in PACKSHOT_TRUSTED_PROXIES, and have the proxy replace X-Forwarded-For",
		);
	}
	const how = forwarded === "trusted" ? `the proxy at ${peer} is trusted` : "no proxy adds X-Forwarded-For";
	return finding(
		"proxies",
		"ok",
		`${how}; this machine was seen as ${second.seen.address}, and a made-up address was not believed`,
	);
}

interface Called {
	readonly status: number;
	readonly seen: SeenRequest | undefined;
	/** When the certificate ends. */
	readonly endsMs: number | undefined;
}

function call({ publicUrl, keys, ca }: PublicAddress, headers: Record<string, string>): Promise<Called> {
	const probe = newProbe(keys);
	const url = new URL(`${publicUrl?.replace(/\/+$/, "")}/api/v1/health`);
	const request = url.protocol === "https:" ? tlsRequest : plainRequest;
	const options = {
		timeout: LONGEST_MS,
		agent: false,
		headers: { ...headers, [PROBE_HEADER]: probe.header },
		...(ca === undefined ? {} : { ca }),
	};
	return new Promise((resolve, reject) => {
		const asking = request(url, options, (answer: IncomingMessage) => {
			const certificate = (answer.socket as TLSSocket).getPeerCertificate?.();
			answer.resume();
			const given = answer.headers[PROBE_HEADER];
			resolve({
				status: answer.statusCode ?? 0,
				seen: probe.read(typeof given === "string" ? given : undefined),
				endsMs: certificate?.valid_to ? Date.parse(certificate.valid_to) : undefined,
			});
		});
		asking.on("timeout", () => asking.destroy(new Error(`no answer within ${LONGEST_MS / 1000} s`)));
		asking.on("error", reject);
		asking.end();
	});
}
