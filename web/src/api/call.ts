import type { RouteAnswer, RouteBody, RouteName, RoutePath, RouteQuery } from "../../../src/routes.ts";
import { jsonOf, succeeded } from "./exchange.ts";
import { type CallText, requestOf } from "./request-line.ts";

type Part<Name extends string, Value> = [Value] extends [undefined]
	? unknown
	: { readonly [N in Name]: Value };

/** What a call of a route takes, according to its schemas; nothing if it takes nothing. */
export type CallParts<N extends RouteName> = Part<"path", RoutePath<N>> &
	Part<"query", RouteQuery<N>> &
	Part<"body", RouteBody<N>>;

let csrfToken: string | undefined;

/** Stores the CSRF token, which proves that a change comes from these pages; valid for as long as the session. */
export function rememberCsrfToken(token: string | null): void {
	csrfToken = token ?? undefined;
}

/** Calls the portal's API: `call("GET /keys/{client_id}", { path: { client_id } })`. @throws Failure unless the answer is a readable 2xx. */
export async function call<N extends RouteName>(
	route: N,
	parts: CallParts<N> & CallText,
	signal?: AbortSignal,
): Promise<RouteAnswer<N>> {
	return (await jsonOf(await answered(route, parts, signal), signal)) as RouteAnswer<N>;
}

/** The URL of what is not fetched by these pages themselves: a download, or a picture. */
export function routeUrl<N extends RouteName>(route: N, parts: CallParts<N> & CallText): string {
	return requestOf(route, parts).url;
}

/** The routes whose answer is a picture for these pages to show. */
type PictureRoute =
	| "POST /admin/watermark/preview"
	| "POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview";

/** The same for a route that returns a picture: the raw response. */
export function callForPicture<N extends PictureRoute>(
	route: N,
	parts: CallParts<N> & CallText,
	signal?: AbortSignal,
): Promise<Response> {
	return answered(route, parts, signal);
}

function answered(route: RouteName, { file, ...parts }: CallText & OfFile, signal?: AbortSignal) {
	const { method, url, body = null } = requestOf(route, parts);
	const type = file ? "application/octet-stream" : "application/json";
	return succeeded(url, {
		method,
		credentials: "same-origin",
		headers: {
			accept: "application/json",
			...(body === null ? {} : { "content-type": type, ...csrfHeader() }),
		},
		body: file ?? body,
		...(signal ? { signal } : {}),
	});
}

interface OfFile {
	readonly file?: Blob;
}

/** The routes whose body is a file. */
type UploadRoute = "POST /admin/traces/{case_id}/leaks" | "POST /proposal-pieces";

/** Sends a file as the body of a call. @throws Failure as `call` does. */
export async function upload<N extends UploadRoute>(
	route: N,
	parts: CallParts<N> & CallText & Required<OfFile>,
	signal?: AbortSignal,
): Promise<RouteAnswer<N>> {
	return (await jsonOf(await answered(route, parts, signal), signal)) as RouteAnswer<N>;
}

/** The CSRF header for changes that are sent by another library. */
export function csrfHeader(): Record<string, string> {
	return { "x-packshot-csrf": csrfToken ?? "1" };
}
