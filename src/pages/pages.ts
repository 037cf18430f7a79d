import { existsSync, readdirSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { commonErrors } from "../platform/http/http-error.ts";
import { filesIn, type StaticFile, sendStaticFile } from "../platform/http/static-file.ts";
import { HOUR_SECONDS } from "../platform/time/durations.ts";
import { hasSession } from "./cookie.ts";
import { isPage, isUnlisted } from "./page-paths.ts";

const YEAR_SECONDS = 31_536_000;

/** Path prefixes of other parts of the service; unknown paths below them are not pages. */
const RESERVED = /^\/(api|portal|metrics)(\/|$)|^\/docs\/json\/|^\/openapi\.json/;

/** What visitors see at addresses that are pages for those who have signed in. */
export interface Visitors {
	front(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
	notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export interface PagesOptions {
	/** Folder of the built pages; by default the one next to the running bundle. */
	readonly folder?: string | undefined;
	/** Folder of the built documentation; same default. */
	readonly docsFolder?: string | undefined;
	/** With `scheme://host` of image URLs, if it is configured. */
	readonly settings: { readonly publicUrl: string | undefined };
	readonly addressLimit: AddressLimit;
	/** Answers those who have not signed in; `undefined` while the catalogue is not public. */
	readonly visitors: () => Visitors | undefined;
}

/**
 * Serves the built pages: files by name, and `index.html` for every other path, with status 404 if there is
 * no such page, which the page then says itself. If the pages were not built, a line of text
 * says so. The files are few and are read into memory at start-up.
 */
export function createPages(options: PagesOptions) {
	const { folder = built("web"), docsFolder = built("docs"), settings, addressLimit } = options;
	const files = filesIn(folder);
	const startPage = files.get(START_PAGE);
	files.delete(START_PAGE);
	const documentation = documentationIn(docsFolder);
	for (const [path, file] of documentation.files) files.set(path, file);
	const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const path = pathOf(request);
		const file = files.get(path);
		const visitors = options.visitors();
		const toVisitor = visitors && !file && !hasSession(request) ? forVisitors(path) : undefined;
		if (visitors && toVisitor) return visitors[toVisitor](request, reply);
		// Only pages are counted: their assets are cached by browsers and cost less than a refusal.
		if (!file || isDocument(path)) addressLimit.count(request);
		if (RESERVED.test(path)) throw endpointNotFound();
		reply.headers(pageHeaders(settings.publicUrl));
		if (!startPage) return text(reply, NOT_BUILT);
		if (file) return sendStaticFile(request, reply, file, cachingOf(path));
		// A name with an extension is a missing file, not a page.
		if (EXTENSION.test(path)) return text(reply, "There is no such file.\n");
		if (isUnlisted(path)) return sendStaticFile(request, reply.headers(UNLISTED), startPage, "no-store");
		if (isPage(path)) return sendStaticFile(request, reply, startPage, "no-cache");
		const page = isDocument(path) ? (documentation.notFound ?? startPage) : startPage;
		return sendStaticFile(request, reply.code(404), page, "no-cache");
	};
	const duringMaintenance = async (request: FastifyRequest) => {
		if (RESERVED.test(pathOf(request))) throw endpointNotFound();
	};
	const routes = async (app: FastifyInstance): Promise<void> => {
		const config = { skipCommonHeaders: true, duringMaintenance } as const;
		app.route({ method: ["GET", "HEAD"], url: "/*", config, handler: show });
	};
	return { show, routes };
}

const EXTENSION = /\.[a-z0-9]+$/i;

/** What those who have not signed in see instead of the pages, of which they may open the others: the sign-in is one of them. */
function forVisitors(path: string): keyof Visitors | undefined {
	if (path === "/") return "front";
	const isElsewhere = isPage(path) || isDocument(path) || RESERVED.test(path) || EXTENSION.test(path);
	return isElsewhere ? undefined : "notFound";
}

const endpointNotFound = () => commonErrors.not_found({ message: "There is no such endpoint." });

const START_PAGE = "/index.html";
const NOT_BUILT =
	"The pages of Packshot are not built here. The API is at /api/v1 and described at /openapi.json.\n";

/** Only what this service serves: no inline script or style, no framing, no other host except that of the pictures. */
function pageHeaders(publicUrl: string | undefined): Record<string, string> {
	const pictures = publicUrl !== undefined && URL.canParse(publicUrl) ? ` ${new URL(publicUrl).origin}` : "";
	return {
		"content-security-policy": [
			"default-src 'self'",
			// The reader of barcodes is WebAssembly; text is still never run as a program.
			"script-src 'self' 'wasm-unsafe-eval'",
			`connect-src 'self'${pictures}`,
			`img-src 'self' data: blob:${pictures}`,
			"object-src 'none'",
			"base-uri 'none'",
			"form-action 'self'",
			"frame-ancestors 'none'",
		].join("; "),
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		// `no-referrer` would make browsers send `Origin: null`, which the API refuses.
		"referrer-policy": "same-origin",
		"cross-origin-opener-policy": "same-origin",
		"permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
	};
}

/** Neither search engines nor other pages learn of it. What it fetches says where it is from all the same: `fetch` does, whatever the policy. */
const UNLISTED = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };

/** Whether this is a page of the documentation or its search index. */
function isDocument(path: string): boolean {
	return /^\/docs(\/|$)/.test(path) && !path.startsWith("/docs/assets/");
}

/** Built names under `assets/` contain a hash of their content, so they never change. */
function cachingOf(path: string): string {
	if (isDocument(path)) return "no-cache";
	const isHashed = /^(\/docs)?\/assets\//.test(path);
	return isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`;
}

function text(reply: FastifyReply, line: string): FastifyReply {
	return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(line);
}

/** Documentation pages can also be reached with a trailing slash. */
function pathOf(request: FastifyRequest): string {
	const path = request.url.replace(/[?#].*$/, "");
	return path.startsWith("/docs/") ? path.replace(/\/$/, "") : path;
}

/** The address of a built file by its name without hash, as `storefront.css`. Files that were not built have no hash. */
export function assetNamed(name: string): string {
	const { name: start, ext } = parse(name);
	const assets = join(built("web"), "assets");
	const isNamed = (file: string) =>
		file.startsWith(`${start}-`) && /^[\w-]{7}\.\w+$/.test(file.slice(start.length + 1));
	// A package holds compressed copies alone.
	const files = (existsSync(assets) ? readdirSync(assets) : []).map((file) => file.replace(/\.(br|gz)$/, ""));
	return `/assets/${files.find((file) => isNamed(file) && file.endsWith(ext)) ?? name}`;
}

/** Beside the bundle, or in `dist/` when running from source, as tests do. */
function built(part: "web" | "docs"): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const beside = join(here, part);
	return existsSync(beside) ? beside : join(here, "../../dist", part);
}

const NOT_FOUND = "/404.html";

/** The built documentation by URL path (file names without `.html`, the first one `/docs`), and its not-found page; nothing if it was not built. */
function documentationIn(folder: string) {
	const built = filesIn(folder);
	const notFound = built.get(NOT_FOUND);
	built.delete(NOT_FOUND);
	const files = new Map<string, StaticFile>();
	for (const [path, file] of built) {
		files.set(`/docs${path.replace(/^\/index\.html$|\.html$/, "")}`, file);
	}
	return { files, notFound };
}
