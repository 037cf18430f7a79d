import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A span as the collector received it; ids in hexadecimal. */
export interface ReceivedSpan {
	readonly name: string;
	readonly traceId: string;
	readonly spanId: string;
	readonly parentId: string;
	/** Strings and numbers; no other types are sent. */
	readonly attributes: Readonly<Record<string, string | number>>;
}

/** A collector that accepts traces and metrics as protocol buffers over HTTP (opentelemetry.io/docs/specs/otlp). */
export async function startCollector() {
	const bodies = { traces: [] as Buffer[], metrics: [] as Buffer[] };
	const server = createServer(async (request, response) => {
		const body = await buffer(request);
		const signal = request.url === "/v1/traces" ? "traces" : "metrics";
		if (request.headers["content-type"] === "application/x-protobuf") bodies[signal].push(body);
		response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bodies,
		spans: () => bodies.traces.flatMap(spansOf),
		metricNames: () => bodies.metrics.flatMap((body) => fieldsAt(body, [1, 2, 2, 1]).map(String)),
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

function spansOf(request: Buffer): ReceivedSpan[] {
	return fieldsAt(request, [1, 2, 2]).map((span) => ({
		name: String(fieldsAt(span, [5])[0]),
		traceId: fieldsAt(span, [1])[0]?.toString("hex") ?? "",
		spanId: fieldsAt(span, [2])[0]?.toString("hex") ?? "",
		parentId: fieldsAt(span, [4])[0]?.toString("hex") ?? "",
		attributes: Object.fromEntries(fieldsAt(span, [9]).map(attributeOf)),
	}));
}

function attributeOf(keyValue: Buffer): [string, string | number] {
	const [value = Buffer.alloc(0)] = fieldsAt(keyValue, [2]);
	const [text] = fieldsAt(value, [1]);
	return [String(fieldsAt(keyValue, [1])[0]), text ? text.toString() : (numbersAt(value, 3)[0] ?? 0)];
}

/** The contents of all fields at a path of field numbers. */
function fieldsAt(message: Buffer, [number, ...deeper]: readonly number[]): Buffer[] {
	const here = [...fieldsOf(message)].filter((field) => field.number === number);
	const contents = here.flatMap(({ content }) => (content ? [content] : []));
	return deeper.length === 0 ? contents : contents.flatMap((each) => fieldsAt(each, deeper));
}

function numbersAt(message: Buffer, number: number): number[] {
	return [...fieldsOf(message)].filter((field) => field.number === number).map(({ value }) => value);
}

/** The fields of a message (protobuf.dev/programming-guides/encoding). */
function* fieldsOf(message: Buffer): Generator<{ number: number; value: number; content?: Buffer }> {
	let at = 0;
	const varint = () => {
		let value = 0;
		for (let factor = 1; ; factor *= 128) {
			const byte = message[at++] ?? 0;
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
	};
	while (at < message.length) {
		const tag = varint();
		const number = Math.floor(tag / 8);
		if (tag % 8 === 0) yield { number, value: varint() };
		else if (tag % 8 === 2) {
			const length = varint();
			at += length;
			yield { number, value: length, content: message.subarray(at - length, at) };
		} else at += tag % 8 === 1 ? 8 : 4;
	}
}
