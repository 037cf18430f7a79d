import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections and to whoever asks for any: those may be taken before a test's program listens there. */
const PORTS = { from: 12_000, to: 32_000 };

/** A TCP port of 127.0.0.1 where nobody listens, and that no other test gets as long as this process lives. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(PORTS.from, PORTS.to);
		if ((await isReserved(port)) && (await isFree(port))) return port;
	}
}

/** Reserves a port among all tests of the machine: whoever has it for UDP, which nobody speaks there, may use it for TCP. */
function isReserved(port: number): Promise<boolean> {
	const socket = createSocket("udp4").unref();
	return new Promise((resolve) => {
		socket.once("error", () => resolve(false));
		socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
	});
}

async function isFree(port: number): Promise<boolean> {
	const probe = createServer();
	const isListening = new Promise<boolean>((resolve) => {
		probe.once("error", () => resolve(false));
		probe.listen(port, "127.0.0.1", () => resolve(true));
	});
	if (!(await isListening)) return false;
	probe.close();
	await once(probe, "close");
	return true;
}
