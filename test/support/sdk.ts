import type { Fetch, PackshotOptions } from "../../sdk/src/index.ts";
import { createPackshot, type Packshot } from "../../sdk/src/index.ts";
import type { TestClient, TestService } from "./service.ts";

/** A request made by the SDK and the status of its answer. */
export interface SentRequest {
	/** `GET /products/4011` */
	readonly name: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
}

export interface SdkClient {
	readonly sdk: Packshot;
	/** The refresh tokens it received, newest last. */
	readonly refreshTokens: string[];
	/** All requests sent, in the order of their answers. */
	readonly sent: SentRequest[];
	/** The service handles the next requests of this name normally, but their answers are lost. */
	loseAnswers(name: string, count?: number): void;
	/** The token requests among `sent`. */
	signIns(): string[];
}

/** Longer than any wait between attempts: no time limit may expire, as the service answers in real time. */
export const NEVER_MS = 1e12;

/** The SDK against a real service. Where it would wait, the service's clock is advanced instead. */
export function sdkClient(
	service: TestService,
	client: Pick<TestClient, "clientId" | "apiKey">,
	options: Partial<PackshotOptions> = {},
): SdkClient {
	const sent: SentRequest[] = [];
	const refreshTokens: string[] = [];
	const losses = new Map<string, number>();
	const { clock } = service;
	const send: Fetch = async (url, init) => {
		const response = await fetch(url, init);
		const path = new URL(url).pathname.replace("/api/v1", "").replace(/^\/image\/.*/, "/image");
		const name = `${init.method} ${path}`;
		sent.push({ name, status: response.status, headers: init.headers as Record<string, string> });
		if (isForTokens(name) && response.ok) refreshTokens.push((await response.clone().json()).refresh_token);
		const left = losses.get(name) ?? 0;
		if (left === 0) return response;
		losses.set(name, left - 1);
		await response.arrayBuffer();
		throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
	};
	const sdk = createPackshot({
		baseUrl: service.origin,
		clientId: client.clientId,
		apiKey: client.apiKey,
		fetch: send,
		timeoutMs: NEVER_MS,
		totalTimeoutMs: NEVER_MS,
		clock: {
			now: clock.now,
			async sleep(milliseconds) {
				if (milliseconds >= NEVER_MS / 2) return new Promise(() => {});
				clock.advance(milliseconds);
			},
		},
		...options,
	});
	return {
		sdk,
		refreshTokens,
		sent,
		loseAnswers: (name, count = 1) => losses.set(name, count),
		signIns: () => sent.map(({ name }) => name).filter(isForTokens),
	};
}

function isForTokens(name: string): boolean {
	return /\/auth\/(token|refresh)$/.test(name);
}
