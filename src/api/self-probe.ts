import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type AddressRange, clientAddress, inRanges } from "../platform/http/client-address.ts";
import { type KeyPair, sameSecret, textHmac } from "../platform/secrets.ts";

/** Header of a health check with which whoever holds the installation's secret asks what the service sees of a request; nobody else gets an answer. */
export const PROBE_HEADER = "x-packshot-probe";

/** What the service sees of a request. */
export interface SeenRequest {
	/** The address that limits, allowlists and signed URLs count by. */
	readonly address: string;
	/** The other end of the connection: the proxy, if there is one. */
	readonly peer: string;
	/** Whether the request came with `X-Forwarded-For`, and from a trusted proxy. */
	readonly forwarded: "none" | "ignored" | "trusted";
}

/** A probe, and how to read its answer: `undefined` unless it was answered by a service with the same secret. */
export function newProbe([key]: KeyPair) {
	const nonce = randomBytes(16).toString("base64url");
	return {
		header: `${nonce}.${textHmac(key, `probe ${nonce}`)}`,
		read(answer: string | undefined): SeenRequest | undefined {
			const [seen = "", mac = ""] = answer?.split(".") ?? [];
			if (!sameSecret(mac, answerMac(key, nonce, seen))) return undefined;
			return JSON.parse(Buffer.from(seen, "base64url").toString("utf8"));
		},
	};
}

/** Answers a probe with the value of the same header; `undefined` for any other request. A probe that is sent again tells its sender about themselves alone. */
export type AnswerProbe = (request: FastifyRequest) => string | undefined;

export function createProbeAnswers([key]: KeyPair, trustedProxies: readonly AddressRange[]): AnswerProbe {
	return ({ headers, socket, clientAddress: address }) => {
		const [nonce = "", mac = ""] = String(headers[PROBE_HEADER] ?? "").split(".");
		if (mac === "" || !sameSecret(mac, textHmac(key, `probe ${nonce}`))) return undefined;
		const peer = clientAddress(socket.remoteAddress, {}, []);
		const isTrusted = inRanges(peer, trustedProxies);
		const forwarded = headers["x-forwarded-for"] === undefined ? "none" : isTrusted ? "trusted" : "ignored";
		const seen: SeenRequest = { address, peer, forwarded };
		const text = Buffer.from(JSON.stringify(seen)).toString("base64url");
		return `${text}.${answerMac(key, nonce, text)}`;
	};
}

function answerMac(key: Buffer, nonce: string, seen: string): string {
	return textHmac(key, `seen ${nonce} ${seen}`);
}
