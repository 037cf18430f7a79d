import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { OpenRequests } from "./open-requests.ts";

const CHECK_MS = 200;

/**
 * How long callers get to send their requests and to read their answers once the server closes: less than service managers wait, leaving time to
 * close the stores. An archive can take hours; whoever is downloading one has to ask for it again.
 */
export const DRAIN_MS = 20_000;

/**
 * Lets a closing server finish. Node.js closes only the connections that are idle at that moment, neither those that become idle later nor those
 * whose request or answer never ends. A request that was fully received is answered, however long that takes.
 * @param drainMs how long to wait for requests that are being received and answers that are being read.
 */
export function closeInTime(app: FastifyInstance, open: OpenRequests, drainMs: number): void {
	const connections = new Set<Socket>();
	app.server.on("connection", (connection: Socket) => {
		connections.add(connection);
		connection.once("close", () => connections.delete(connection));
	});
	function cutOffSlowCallers(): void {
		const waitForUs = open.all().filter(({ reply }) => reply.request.raw.complete && !reply.raw.headersSent);
		const kept = new Set(waitForUs.map(({ reply }) => reply.request.socket));
		for (const connection of connections) if (!kept.has(connection)) connection.destroy();
	}

	let checking: NodeJS.Timeout | undefined;
	app.addHook("preClose", (done) => {
		const patientUntil = performance.now() + drainMs;
		checking = setInterval(() => {
			app.server.closeIdleConnections();
			if (performance.now() > patientUntil) cutOffSlowCallers();
		}, CHECK_MS);
		done();
	});
	app.addHook("onClose", () => clearInterval(checking));
}
