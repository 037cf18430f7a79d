import { connect } from "node:net";

export interface RawAnswer {
	readonly status: number;
	/** By lower-case name; the last value of a repeated header. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The body parsed as JSON. */
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
	readonly body: any;
}

/** Sends raw bytes, for requests that no HTTP client would send. Reads one answer until it is complete or the server closes the connection. */
export function sendRaw(origin: string, request: string | Uint8Array): Promise<RawAnswer> {
	const { hostname, port } = new URL(origin);
	const isHead = /^HEAD /.test(String(request));
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port) });
		let received = Buffer.alloc(0);
		const settle = () => {
			const answer = parse(received.toString("latin1"), { isHead });
			if (answer) {
				resolve(answer);
				socket.destroy();
			}
			return answer !== undefined;
		};
		socket.on("connect", () => socket.write(request));
		socket.on("data", (chunk) => {
			received = Buffer.concat([received, chunk]);
			settle();
		});
		socket.on("error", reject);
		socket.on("close", () => {
			if (!settle()) reject(new Error(`no whole answer: ${received.toString("latin1")}`));
		});
	});
}

function parse(received: string, { isHead }: { readonly isHead: boolean }): RawAnswer | undefined {
	const end = received.indexOf("\r\n\r\n");
	if (end < 0) return undefined;
	const [statusLine = "", ...lines] = received.slice(0, end).split("\r\n");
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	const text = received.slice(end + 4);
	if (!isHead && text.length < Number(headers["content-length"] ?? 0)) return undefined;
	return {
		status: Number(statusLine.split(" ")[1]),
		headers,
		text,
		get body() {
			return JSON.parse(text);
		},
	};
}
