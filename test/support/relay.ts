import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A wire between a service and its database that can be cut at a chosen moment. */
export interface Relay {
	/** The server's URL with this wire in between. */
	readonly url: string;
	/**
	 * Cuts the connection on which a message with this text comes next, before the server hears of it or after; the answer never arrives.
	 * Resolves when it has.
	 */
	cutAt(text: string, moment: "before" | "after"): Promise<void>;
	/** Refuses and cuts all connections until told otherwise. */
	down(isDown: boolean): void;
	/** What the service has sent so far: pieces as they came, of which each is a round trip at most. */
	messages(): number;
	/** Connections that are open now. */
	open(): number;
	close(): Promise<void>;
}

export async function openRelay(target: string): Promise<Relay> {
	const { hostname, port } = new URL(target);
	const sockets = new Set<Socket>();
	let cut: { text: string; moment: "before" | "after"; done: () => void } | undefined;
	let isDown = false;
	let messages = 0;
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on("error", () => undefined);
		socket.on("close", () => sockets.delete(socket));
	};
	const server = createServer((client) => {
		if (isDown) {
			client.destroy();
			return;
		}
		const database = connect(Number(port), hostname);
		keep(client);
		keep(database);
		client.on("close", () => database.end());
		database.on("close", () => client.destroy());
		database.pipe(client);
		client.on("data", (bytes) => {
			messages++;
			const now = cut && bytes.includes(cut.text) ? cut : undefined;
			if (now?.moment !== "before") database.write(bytes);
			if (!now) return;
			cut = undefined;
			database.unpipe(client);
			client.destroy();
			now.done();
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = new URL(target);
	url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
	return {
		url: url.href,
		cutAt: (text, moment) =>
			new Promise((done) => {
				cut = { text, moment, done };
			}),
		down(value) {
			isDown = value;
			if (value) for (const socket of sockets) socket.destroy();
		},
		messages: () => messages,
		open: () => sockets.size / 2,
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}
