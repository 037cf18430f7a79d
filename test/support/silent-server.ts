import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Accepts connections at `127.0.0.1:port` and never answers; `close` ends them. */
export async function startSilentServer(): Promise<{ readonly port: number; close(): void }> {
	const sockets: Socket[] = [];
	const server = createServer((socket) => {
		socket.on("error", () => undefined);
		sockets.push(socket);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		close() {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
