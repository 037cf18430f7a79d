import { randomInt } from "node:crypto";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { newProbe, PROBE_HEADER, type SeenRequest } from "../../api/self-probe.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { LiveFinding } from "./finding.ts";

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
		return [
			wrong("address", "PACKSHOT_PUBLIC_URL is not set", "set it to the https:// address that clients call"),
		];
	}
	const scheme: LiveFinding = publicUrl.startsWith("https://")
		? { check: "https", result: "ok", found: `${publicUrl} is an https address` }
		: wrong(
				"https",
				`${publicUrl} is not an https address: keys and passwords would be readable on the way`,
				"put a proxy with TLS in front, and set PACKSHOT_PUBLIC_URL to its address",
			);
	const first = await call(place, {}).catch((fault: Error) => fault);
	if (first instanceof Error) {
		const todo = "check the name, the port, the certificate and that the proxy runs";
		return [
			scheme,
			wrong("address", `${publicUrl} cannot be reached from this machine: ${plainFault(first)}`, todo),
		];
	}
	const { status, seen } = first;
	if (!seen) {
		return [
			scheme,
			wrong(
				"address",
				`${publicUrl}/api/v1/health answered ${status}, but not as this installation`,
				"start the service, and have the proxy pass every path and header on to it",
			),
		];
	}
	const reached = `${publicUrl} leads to this installation, called from this machine`;
	const health: LiveFinding =
		status === 200
			? { check: "address", result: "ok", found: reached }
			: wrong("address", `${reached}; its health is ${status}`, "see what GET /api/v1/health says");
	return [scheme, health, ...certificateFindings(first.endsMs, place.nowMs), await proxyFinding(place, seen)];
}

function certificateFindings(endsMs: number | undefined, nowMs: number): LiveFinding[] {
	if (endsMs === undefined) return [];
	const days = Math.floor((endsMs - nowMs) / DAY_MS);
	const found = `the certificate is valid for another ${days} days`;
	return [
		endsMs - nowMs < RENEWED_BEFORE_MS
			? wrong("certificate", found, "see why it has not been renewed")
			: { check: "certificate", result: "ok", found },
	];
}

/** Whether the service sees the caller's address: neither the proxy's nor one that the caller made up. */
async function proxyFinding(place: PublicAddress, { forwarded, peer }: SeenRequest): Promise<LiveFinding> {
	if (forwarded === "ignored") {
		return wrong(
			"proxies",
			`calls come through a proxy at ${peer}, which is not trusted: all clients share its address in limits and allowlists`,
			`set PACKSHOT_TRUSTED_PROXIES=${peer}`,
		);
	}
	// Reserved for documentation (RFC 5737): no caller has it.
	const forged = `198.51.100.${randomInt(1, 255)}`;
	const second = await call(place, { "x-forwarded-for": forged }).catch((fault: Error) => fault);
	if (second instanceof Error || !second.seen) {
		return {
			check: "proxies",
			result: "open",
			found: "the second call, with a made-up address, was not answered",
		};
	}
	if (second.seen.address === forged) {
		return wrong(
			"proxies",
			"an address that the caller wrote into X-Forwarded-For was believed: limits and allowlists can be evaded",
			"trust only the proxies in PACKSHOT_TRUSTED_PROXIES, and have the proxy replace X-Forwarded-For",
		);
	}
	const how = forwarded === "trusted" ? `the proxy at ${peer} is trusted` : "no proxy adds X-Forwarded-For";
	return {
		check: "proxies",
		result: "ok",
		found: `${how}; this machine was seen as ${second.seen.address}, and a made-up address was not believed`,
	};
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
		...{ timeout: LONGEST_MS, agent: false, headers: { ...headers, [PROBE_HEADER]: probe.header } },
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

function wrong(check: string, found: string, todo: string): LiveFinding {
	return { check, result: "wrong", found, todo };
}
