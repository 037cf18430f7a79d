import { createSocket } from "node:dgram";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export interface NameServer {
	/** `127.0.0.1:…` */
	readonly place: string;
	/** How often each name was queried, for either type. */
	readonly asked: Map<string, number>;
	close(): Promise<void>;
}

const TYPES: Readonly<Record<number, (address: string) => boolean>> = { 1: isIPv4, 28: isIPv6 };

/**
 * A name server on the loopback interface (RFC 1035).
 * @param addressesOf the addresses of a name, called for each query; `undefined` for no answer at all.
 */
export async function startNameServer(
	addressesOf: (name: string, time: number) => readonly string[] | undefined,
): Promise<NameServer> {
	const asked = new Map<string, number>();
	const socket = createSocket("udp4");
	socket.on("message", (query, { address, port }) => {
		const { name, end } = readName(query, 12);
		const type = query.readUInt16BE(end);
		const time = asked.get(`${name} ${type}`) ?? 0;
		asked.set(`${name} ${type}`, time + 1);
		const addresses = addressesOf(name, time);
		if (!addresses) return;
		const fitting = addresses.filter((each) => TYPES[type]?.(each));
		const question = query.subarray(12, end + 4);
		socket.send(answerTo(query.readUInt16BE(0), question, type, fitting), port, address);
	});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	return {
		place: `127.0.0.1:${socket.address().port}`,
		asked,
		close: () => new Promise((resolve) => socket.close(() => resolve())),
	};
}

function readName(message: Buffer, start: number): { name: string; end: number } {
	const labels: string[] = [];
	let place = start;
	for (let length = message.readUInt8(place); length > 0; length = message.readUInt8(place)) {
		labels.push(message.toString("ascii", place + 1, place + 1 + length));
		place += 1 + length;
	}
	return { name: labels.join("."), end: place + 1 };
}

function answerTo(id: number, question: Buffer, type: number, addresses: readonly string[]): Buffer {
	const header = Buffer.alloc(12);
	header.writeUInt16BE(id, 0);
	header.writeUInt16BE(0x8180, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(addresses.length, 6);
	const records = addresses.map((address) => {
		const data = Buffer.from(ipaddr.parse(address).toByteArray());
		const record = Buffer.alloc(12);
		// The queried name, its type, class IN, and a TTL of zero.
		record.writeUInt16BE(0xc00c, 0);
		record.writeUInt16BE(type, 2);
		record.writeUInt16BE(1, 4);
		record.writeUInt16BE(data.length, 10);
		return Buffer.concat([record, data]);
	});
	return Buffer.concat([header, question, ...records]);
}
