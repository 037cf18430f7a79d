import { PORTAL_PATH } from "../../src/pages/contract.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { methodAndPath } from "../../src/platform/http/route.ts";
import type { RawAnswer } from "./nginx.ts";
import { apiRoutes, routes } from "./routes.ts";

/** Limit of a body where a route has none of its own (SPEC D5). */
const DEFAULT_LIMIT_BYTES = 128 * 1024;

/** A route that takes a body, as a proxy sees it. */
export interface RouteWithBody {
	readonly name: string;
	readonly method: string;
	/** With a value for each parameter. */
	readonly path: string;
	readonly media: string;
	/** The most that the service accepts; undefined for a stream, whose limit depends on the upload. */
	readonly limitBytes: number | undefined;
}

/** Every route of the pages and of the API that takes a body, from the tables that the service registers. */
export const routesWithBody: readonly RouteWithBody[] = [
	...withBody("/api/v1", apiRoutes),
	...withBody(PORTAL_PATH, routes),
];

function withBody(basePath: string, table: Readonly<Record<string, Route>>): RouteWithBody[] {
	return Object.entries(table).flatMap(([name, { body, bodyMedia, bodyLimitBytes }]) => {
		if (!body && !bodyMedia) return [];
		const { method, path } = methodAndPath(name);
		const isStream = bodyMedia !== undefined && bodyLimitBytes === undefined;
		return {
			name: `${method} ${basePath}${path}`,
			method,
			path: basePath + path.replace(/\{\w+\}/g, "4011"),
			media: bodyMedia ?? "application/json",
			limitBytes: isStream ? undefined : (bodyLimitBytes ?? DEFAULT_LIMIT_BYTES),
		};
	});
}

/** Valid JSON that no route accepts, so that nothing is changed; of a file, zeros. */
export function bodyOf({ media }: RouteWithBody, sizeBytes: number): Uint8Array {
	const body = Buffer.alloc(sizeBytes, media === "application/json" ? "x" : 0);
	if (media === "application/json") body[0] = body[sizeBytes - 1] = '"'.charCodeAt(0);
	return body;
}

/** What matters of an answer: the service's own errors have these words and an id. */
export function said({ status, bytes, headers }: RawAnswer) {
	const isJson = String(headers["content-type"]).startsWith("application/json");
	const { error, message } = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
	return { status, error, message, hasId: headers["x-request-id"] !== undefined };
}
