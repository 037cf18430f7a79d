import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range of ephemeral ports: one of those could be taken before a test's program listens on it. */
const PORTS = { from: 12_000, to: 32_000 };

/** A TCP port of 127.0.0.1 on which nothing listens, and which no other test gets while this process lives. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(PORTS.from, PORTS.to);
		if ((await isReserved(port)) && (await isFree(port))) return port;
	}
}

/** Reserves a port across all tests on this machine: whichever process binds it for UDP, which nothing here uses, may use it for TCP. */
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
