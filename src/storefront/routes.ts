import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Visitors } from "../pages/pages.ts";
import { createAddressLimit } from "../platform/http/address-limit.ts";
import { bucketKey } from "../platform/http/client-address.ts";
import { createFixedWindow, secondsUntil } from "../platform/http/fixed-window.ts";
import { commonErrors, HttpError } from "../platform/http/http-error.ts";
import { asHttpError, dropRestOfBody } from "../platform/http/render-error.ts";
import { sendStaticFile } from "../platform/http/static-file.ts";
import { MINUTE_MS } from "../platform/time/durations.ts";
import type { Answer } from "./answers.ts";
import { barcodesPage, checkBarcodes } from "./barcode-check.ts";
import { type CurrentPagesParts, createCurrentPages } from "./current-pages.ts";
import { RESOLVER_HEADERS, readDigitalLink } from "./digital-link.ts";
import { errorPage } from "./layout.ts";
import { renderPage, type StorefrontPages } from "./pages.ts";

export interface StorefrontParts extends CurrentPagesParts {
	readonly base: (request: FastifyRequest) => string;
	/** From one address. */
	readonly requestsPerMinute: number;
	readonly isOn: () => boolean;
	/** Answers the same paths while the public pages are off. */
	readonly otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Half of a busy shop's list is counted in one request, so that nobody needs many. */
const PASTES_A_MINUTE = 10;
const LONGEST_SEARCH = 200;

/** Only what this service serves; of scripts, the choice of colours that all pages share, and who is signed in. */
const HEADERS = {
	"content-security-policy": [
		"default-src 'none'",
		"img-src 'self'",
		"style-src 'self'",
		"font-src 'self'",
		"script-src 'self'",
		"connect-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; "),
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"referrer-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
	"permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

const DIGITAL_LINKS = "/01/*";

type Respond = (pages: StorefrontPages, request: FastifyRequest, base: string) => Promise<Answer>;

/** The public pages of the catalogue: whoever asks, without an account, within a limit for each address. */
export function createStorefront(parts: StorefrontParts) {
	const { current, lastSite } = createCurrentPages(parts);
	const limit = createAddressLimit(parts.requestsPerMinute);

	/** Answers, or says on a page why not. */
	const answering = (respond: Respond) => async (request: FastifyRequest, reply: FastifyReply) => {
		if (!parts.isOn()) return offered(request, reply);
		reply.headers(HEADERS);
		// Whether a Digital Link leads to the product's page or to all its links depends on it, and so do its refusals.
		if (request.routeOptions.url === DIGITAL_LINKS) reply.header("vary", "Accept");
		try {
			limit.count(request);
			return send(request, reply, await respond(await current(), request, parts.base(request)));
		} catch (error) {
			return refuse(error, request, reply);
		}
	};
	async function offered(request: FastifyRequest, reply: FastifyReply) {
		if (request.method === "GET" || request.method === "HEAD") return parts.otherwise(request, reply);
		reply.callNotFound();
		return reply;
	}
	async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
		const { status, code, message, retryAfterSeconds } = asHttpError(
			error,
			commonErrors,
			request.routeOptions.bodyLimit,
		);
		if (!(error instanceof HttpError) && status >= 500)
			request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, code);
		request.responseMeta.errorCode = code;
		if (status === 413) dropRestOfBody(request, reply);
		if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
		// Without a base of its own: the Host header may be what is wrong.
		const page = errorPage(TITLES.get(status) ?? "This did not work", message);
		const answer = await renderPage(lastSite(), "", page, status, "no-store");
		return send(request, reply.headers(HEADERS), answer);
	}
	const visitors: Visitors = {
		front: answering((pages, _request, base) => pages.front(base)),
		notFound: answering((pages, _request, base) => pages.notFound(base)),
	};
	return {
		visitors,
		routes: routesOf(answering, (error, request, reply) => {
			// Then the error is not one of these pages.
			if (!parts.isOn()) throw error;
			return refuse(error, request, reply);
		}),
	};
}

const TITLES: ReadonlyMap<number, string> = new Map([
	[400, "This address is not right"],
	[413, "This is too much at a time"],
	[429, "Too many requests"],
	[503, "Please try again in a moment"],
]);

function routesOf(
	answering: (respond: Respond) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
	refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
	const count = barcodeCount();
	const reading: Readonly<Record<string, Respond>> = {
		"/products": (pages, request, base) => pages.list(base, listingOf(queryOf(request))),
		"/brands": (pages, _request, base) => pages.brands(base),
		"/barcodes": (pages, _request, base) => pages.barcodes(base),
		"/alerts": (pages, request, base) => pages.alerts(base, queryOf(request).get("after") ?? undefined),
		"/alerts.atom": (pages, _request, base) => pages.alertFeed(base),
		"/alerts/:alert_id": (pages, request, base) => pages.alert(base, paramOf(request, "alert_id")),
		"/p/:barcode": (pages, request, base) => pages.product(base, paramOf(request, "barcode")),
		"/p/:barcode/:file": (pages, request, base) => {
			const version = queryOf(request).get("v") ?? undefined;
			return pages.preview(base, paramOf(request, "barcode"), paramOf(request, "file"), version);
		},
		[DIGITAL_LINKS]: (pages, request, base) =>
			pages.digitalLink(base, readDigitalLink(request.url, request.headers.accept)),
		"/.well-known/gs1resolver": (pages, _request, base) => pages.resolver(base),
		"/robots.txt": (pages, _request, base) => pages.robots(base),
		"/sitemap.xml": (pages, _request, base) => pages.sitemap(base, undefined),
		"/sitemaps/:name": (pages, request, base) =>
			pages.sitemap(base, /^(pages|[0-9]{4,14})\.xml$/.exec(paramOf(request, "name"))?.[1] ?? "none"),
	};
	return async (app: FastifyInstance): Promise<void> => {
		app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
		const config = { skipCommonHeaders: true } as const;
		for (const [url, respond] of Object.entries(reading))
			app.route({ method: ["GET", "HEAD"], url, config, handler: answering(respond) });
		app.route({ method: "POST", url: "/barcodes", config, handler: answering(count) });
		for (const url of [DIGITAL_LINKS, "/.well-known/gs1resolver"])
			app.route({
				method: "OPTIONS",
				url,
				config,
				handler: answering(async () => ({ status: 204, headers: RESOLVER_HEADERS })),
			});
	};
}

function barcodeCount(): Respond {
	const minute = createFixedWindow(MINUTE_MS);
	return async ({ catalogue, prices, takeTurn, render }, request, base) => {
		const { arrivedAtMs: nowMs } = request;
		const bucket = minute.count(bucketKey(request.clientAddress), PASTES_A_MINUTE, nowMs);
		if (!bucket.admitted)
			throw commonErrors.rate_limited({
				message: `${PASTES_A_MINUTE} lists a minute are counted for one address. Wait a moment.`,
				retryAfterSeconds: secondsUntil(bucket.resetAtMs, nowMs),
			});
		await takeTurn();
		const pasted = new URLSearchParams(request.rawBody?.toString("utf8")).get("barcodes") ?? "";
		const result = await checkBarcodes(catalogue, pasted, await prices());
		return render(base, barcodesPage(pasted, result), "problem" in result ? 400 : 200, "no-store");
	};
}

function listingOf(query: URLSearchParams) {
	const of = (name: string) => query.get(name)?.slice(0, LONGEST_SEARCH).trim() || undefined;
	return { text: of("q") ?? "", brand: of("brand"), after: of("after") };
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
	return new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
}

function paramOf({ params }: FastifyRequest, name: string): string {
	return (params as Readonly<Record<string, string>>)[name] ?? "";
}

/** What is not found may be there in a moment, so only what is found has an entity tag. */
function send(request: FastifyRequest, reply: FastifyReply, { status, headers, file }: Answer): FastifyReply {
	reply.headers(headers).code(status);
	if (file && status === 200)
		return sendStaticFile(request, reply, file, headers["cache-control"] ?? "no-store");
	if (!file) return reply.send();
	reply.headers({ "content-type": file.contentType, "content-length": file.bytes.length });
	return request.method === "HEAD" ? reply.send() : reply.send(file.bytes);
}
