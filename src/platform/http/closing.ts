import type { FastifyInstance } from "fastify";

const CHECK_MS = 200;

/**
 * Lets a server that closes end: Node.js closes the connections that are idle at that moment and checks none from then on, neither those
 * that become idle nor those whose request never ends.
 * @param longestMs after this long whoever is still connected is cut off.
 */
export function closeInTime(app: FastifyInstance, longestMs: number): void {
	let timers: NodeJS.Timeout[] = [];
	app.addHook("preClose", (done) => {
		timers = [
			setInterval(() => app.server.closeIdleConnections(), CHECK_MS),
			setTimeout(() => app.server.closeAllConnections(), longestMs),
		];
		done();
	});
	app.addHook("onClose", () => {
		for (const timer of timers) clearTimeout(timer);
	});
}
