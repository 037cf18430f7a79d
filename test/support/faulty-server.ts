import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";

/** A request that a fault may modify before it is forwarded. */
export interface PassedCall {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: Record<string, string>;
	readonly body: string;
}

/** An answer from the correct server. */
export interface GivenAnswer {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly bytes: Buffer;
}

/** One way of being wrong. */
export interface Fault {
	/** Overrides what is forwarded to the correct server. */
	readonly ask?: (call: PassedCall) => Partial<PassedCall> | undefined;
	/** Overrides what is returned to the caller. */
	readonly answer?: (answer: GivenAnswer, call: PassedCall) => Partial<GivenAnswer> | undefined;
}

/** A proxy in front of a correct server that injects the fault currently set. */
export async function startFaultyServer(origin: string) {
	let fault: Fault = {};
	const server = createServer(async (incoming, outgoing) => {
		const called = await callOf(incoming);
		const call = { ...called, ...fault.ask?.(called) };
		const right = await pass(origin, call);
		const { status, headers, bytes } = { ...right, ...fault.answer?.(right, called) };
		const {
			"content-length": _length,
			"transfer-encoding": _encoding,
			connection: _connection,
			...others
		} = headers;
		outgoing.writeHead(status, others).end(called.method === "HEAD" ? undefined : bytes);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		become(wrong: Fault) {
			fault = wrong;
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

async function callOf(incoming: IncomingMessage): Promise<PassedCall> {
	const { pathname, searchParams } = new URL(incoming.url ?? "", "http://localhost");
	const body = await text(incoming);
	const headers = headersOf(incoming);
	return { method: incoming.method ?? "", path: pathname, query: searchParams, headers, body };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Keeps the caller's Host header, so that signed URLs point back here. */
function pass(origin: string, { method, path, query, headers, body }: PassedCall): Promise<GivenAnswer> {
	const { "content-length": _length, ...others } = headers;
	const search = query.size > 0 ? `?${query}` : "";
	return new Promise((resolve, reject) => {
		const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
		const sent = request(
			`${origin}${path}${search}`,
			{ method, headers: { ...others, ...length } },
			async (answer) => {
				const bytes = await buffer(answer);
				resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), bytes });
			},
		);
		sent.on("error", reject);
		sent.end(body === "" ? undefined : body);
	});
}
