import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy between a service and its database whose connections can be cut at a chosen moment. */
export interface Relay {
	/** The server's URL through the relay. */
	readonly url: string;
	/**
	 * Cuts the connection on which the next message containing this text is sent, before or after the server receives it, or when it has answered; the
	 * answer is never delivered. Resolves once it has been cut.
	 */
	cutAt(text: string, moment: Moment): Promise<void>;
	/** Cuts all connections and refuses new ones until told otherwise. */
	down(isDown: boolean): void;
	/** Number of chunks that the service has sent so far; each is at most one round trip. */
	messages(): number;
	/** Number of open connections. */
	open(): number;
	close(): Promise<void>;
}

type Moment = "before" | "after" | "answered";

export async function openRelay(target: string): Promise<Relay> {
	const { hostname, port } = new URL(target);
	const sockets = new Set<Socket>();
	let cut: { text: string; moment: Moment; done: () => void } | undefined;
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
			const end = () => {
				client.destroy();
				now.done();
			};
			if (now.moment === "answered") database.once("data", end).resume();
			else end();
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
