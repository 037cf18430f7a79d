import { connect, type Socket } from "node:net";

/** A keep-alive connection with at most one request in flight. */
export interface Connection {
	/** Sends a request; the status of its answer is passed to `answered`. */
	send(request: Buffer): void;
	close(): void;
}

export interface Listener {
	ready(): void;
	answered(status: number): void;
	/** The connection broke; a replacement is being opened and will call `ready`. */
	broken(): void;
}

/** Read buffer shared by all connections: data is processed before the next read. */
const room = Buffer.allocUnsafe(256 * 1024);
const HEAD_END = "\r\n\r\n";
const NOTHING = Buffer.alloc(0);

/** Opens a connection that understands as much HTTP/1.1 as the benchmarked servers speak: a status and `Content-Length`. */
export function openConnection(port: number, hasBodies: boolean, listener: Listener): Connection {
	let socket: Socket;
	let closed = false;
	let head = NOTHING;
	/** Body bytes still to come; -1 while reading the head. */
	let left = -1;
	let status = 0;

	function read(size: number): boolean {
		if (left >= 0) left -= size;
		else readHead(size);
		if (left !== 0) return true;
		left = -1;
		listener.answered(status);
		return true;
	}

	function readHead(size: number): void {
		const chunk = room.subarray(0, size);
		const seen = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
		const end = seen.indexOf(HEAD_END);
		if (end < 0) {
			head = Buffer.from(seen);
			return;
		}
		head = NOTHING;
		const text = seen.toString("latin1", 0, end);
		status = Number(text.slice(9, 12));
		left = (hasBodies ? bodyLength(text, status) : 0) - (seen.length - end - HEAD_END.length);
	}

	function open(): void {
		head = NOTHING;
		left = -1;
		socket = connect({
			host: "127.0.0.1",
			port,
			noDelay: true,
			onread: { buffer: room, callback: read },
		});
		socket.once("connect", () => listener.ready());
		socket.on("error", () => undefined);
		socket.once("close", () => {
			if (closed) return;
			listener.broken();
			setTimeout(open, 20);
		});
	}

	open();
	return {
		send: (request) => void socket.write(request),
		close() {
			closed = true;
			socket.destroy();
		},
	};
}

function bodyLength(head: string, status: number): number {
	const given = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
	if (given !== undefined) return Number(given);
	if (status === 204 || status === 304) return 0;
	throw new Error(`an answer without Content-Length:\n${head}`);
}
