import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { OpenRequests } from "./open-requests.ts";

const CHECK_MS = 200;

/**
 * Lets a closing server finish: Node.js closes the connections that are idle at that moment and checks none afterwards, neither those
 * that become idle later nor those whose request never ends. A request being answered is never cut off.
 * @param requestMs how long a request that is still being received is waited for.
 */
export function closeInTime(app: FastifyInstance, open: OpenRequests, requestMs: number): void {
	const connections = new Set<Socket>();
	app.server.on("connection", (connection: Socket) => {
		connections.add(connection);
		connection.once("close", () => connections.delete(connection));
	});
	function cutOffSenders(): void {
		const answered = new Set(open.all().map(({ reply }) => reply.request.socket));
		for (const connection of connections) if (!answered.has(connection)) connection.destroy();
	}

	let checking: NodeJS.Timeout | undefined;
	app.addHook("preClose", (done) => {
		const patientUntil = performance.now() + requestMs;
		checking = setInterval(() => {
			app.server.closeIdleConnections();
			if (performance.now() > patientUntil) cutOffSenders();
		}, CHECK_MS);
		done();
	});
	app.addHook("onClose", () => clearInterval(checking));
}
