import { createServer, type IncomingMessage, type Server } from "node:http";
import { sameSecret } from "../../platform/secrets.ts";

/** The text to serve: for one process, or for all workers together. */
export interface MetricsText {
	readonly contentType: string;
	text(): Promise<string>;
}

/**
 * Serves `/metrics` on a port of its own, so that neither its load nor its failure affects the API. Rejects when the port is taken. @returns a function that closes it.
 * @param address.token required as a bearer token, compared in constant time.
 */
export async function serveMetrics(
	address: { readonly host: string; readonly port: number; readonly token: string | undefined },
	metrics: MetricsText,
): Promise<() => Promise<void>> {
	const server = createServer(async (request, response) => {
		const answer = await answerTo(request, address.token, metrics);
		response.writeHead(answer.status, {
			"content-type": answer.type ?? "text/plain; charset=utf-8",
			"cache-control": "no-store",
			...(answer.status === 401 ? { "www-authenticate": "Bearer" } : {}),
		});
		response.end(answer.text);
	});
	await listening(server, address);
	return () =>
		new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
}

async function answerTo(
	{ url, headers }: IncomingMessage,
	token: string | undefined,
	metrics: MetricsText,
): Promise<{ status: number; text: string; type?: string }> {
	// The name of the scheme may be in any case (RFC 9110, 11.1).
	const given = headers.authorization?.replace(/^bearer +/i, "Bearer ") ?? "";
	if (token !== undefined && !sameSecret(given, `Bearer ${token}`)) {
		return { status: 401, text: "a token is needed\n" };
	}
	if (url !== "/metrics") return { status: 404, text: "only /metrics is here\n" };
	try {
		return { status: 200, text: await metrics.text(), type: metrics.contentType };
	} catch {
		return { status: 503, text: "the metrics could not be gathered\n" };
	}
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
}
