import "./redirect-stripe.cjs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { StripeAccount } from "./stripe-account.ts";
import { type Form, Refusal } from "./stripe-customers.ts";

/** Stripe's API and its messages, as the service sees them: form bodies, idempotency keys, errors, signatures by Stripe's own library, and faults. */

export const STRIPE_KEY = "sk_test_ofthetests";
const WEBHOOK_SECRET = "whsec_ofthetests";

/** What goes wrong with a call: it is refused for now, lost before it was carried out, or its answer is lost. */
export type StripeFault = "500" | "429" | "lost" | "answer lost" | undefined;

export interface Signing {
	readonly secret?: string;
	readonly atMs?: number;
}

export interface StripeServer extends StripeAccount {
	/** Calls so far, as `POST /v1/refunds`. */
	readonly calls: string[];
	/** Settings of a service that pays here. */
	readonly settings: Record<string, string>;
	/** Decides of each call what goes wrong with it. */
	fault: (call: string) => StripeFault;
	/** Headers and body of a message, signed now or at another time. */
	signed(event: object, signing?: Signing): { headers: Record<string, string>; body: string };
	/** Sends a message to a service. @returns its status */
	send(origin: string, event: object, signing?: Signing): Promise<number>;
	close(): Promise<void>;
}

const library = new Stripe(STRIPE_KEY, { telemetry: false });

export async function startStripe(now: () => number = Date.now): Promise<StripeServer> {
	const account = new StripeAccount(now);
	const calls: string[] = [];
	const answered = new Map<string, { readonly given: string; readonly answer: Answer }>();
	const server: StripeServer = Object.assign(account as StripeServer, {
		calls,
		settings: { PACKSHOT_STRIPE_KEY: STRIPE_KEY, PACKSHOT_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
		fault: () => undefined,
		signed(event: object, { secret = WEBHOOK_SECRET, atMs = now() }: Signing = {}) {
			const payload = JSON.stringify(event);
			const timestamp = Math.floor(atMs / 1000);
			const signature = library.webhooks.generateTestHeaderString({ payload, secret, timestamp });
			return {
				headers: { "content-type": "application/json", "stripe-signature": signature },
				body: payload,
			};
		},
		async send(origin: string, event: object, signing?: Signing) {
			const message = { method: "POST", ...server.signed(event, signing) };
			const response = await fetch(`${origin}/payments/stripe`, message);
			await response.arrayBuffer();
			return response.status;
		},
		close() {
			http.closeAllConnections();
			return new Promise<void>((resolve) => void http.close(() => resolve()));
		},
	});

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method, headers, socket } = request;
		const url = new URL(request.url ?? "/", "http://stripe");
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const call = `${method} ${url.pathname}`;
		calls.push(call);
		const fault = server.fault(call);
		if (fault === "lost") socket.destroy();
		else if (fault === "500" || fault === "429") reply(response, refused(Number(fault), "Try later."));
		else if (headers.authorization !== `Bearer ${STRIPE_KEY}`)
			reply(response, refused(401, "Invalid API Key provided."));
		else {
			const given = method === "GET" ? url.search : String(Buffer.concat(chunks));
			const key = String(headers["idempotency-key"] ?? "");
			const before = answered.get(key);
			const answer = before?.answer ?? outcomeOf(() => account.act(call, formOf(given)));
			if (key) answered.set(key, { given, answer });
			if (before && before.given !== given) return reply(response, REUSED_KEY);
			if (fault === "answer lost") socket.destroy();
			else reply(response, answer);
		}
	}
	const http = createServer((request, response) => void handle(request, response));
	await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
	process.env.STRIPE_PORT = String((http.address() as AddressInfo).port);
	return server;
}

interface Answer {
	readonly status: number;
	readonly body: object;
}

/** An idempotency key stands for one call with all that it says. */
const REUSED_KEY: Answer = {
	status: 400,
	body: { error: { type: "idempotency_error", message: "Keys can only be used with the same parameters." } },
};

function outcomeOf(act: () => object): Answer {
	try {
		return { status: 200, body: structuredClone(act()) };
	} catch (fault) {
		if (fault instanceof Refusal) return refused(fault.status, fault.message, fault.code);
		throw fault;
	}
}

function refused(status: number, message: string, code?: string): Answer {
	const type = status === 402 ? "card_error" : status >= 500 ? "api_error" : "invalid_request_error";
	return { status, body: { error: { type, message, code } } };
}

function reply(response: ServerResponse, { status, body }: Answer): void {
	response
		.writeHead(status, { "content-type": "application/json", "request-id": "req_1" })
		.end(JSON.stringify(body));
}

/** `a[b][0]=c` as `{a: {b: {0: "c"}}}`. */
function formOf(given: string): Form {
	const form: Form = {};
	for (const [name, value] of new URLSearchParams(given)) {
		const path = name.replaceAll("]", "").split("[");
		const last = path.pop() ?? "";
		let place = form;
		for (const step of path) {
			place[step] ??= {};
			place = place[step] as Form;
		}
		place[last] = value;
	}
	return form;
}
