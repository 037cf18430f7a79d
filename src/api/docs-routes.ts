import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { compressedFile, type StaticFile, sendStaticFile } from "../platform/http/static-file.ts";
import { DOCS_PAGE, DOCS_SCRIPT, SWAGGER_UI_FILES } from "./docs-page.ts";

/** Nothing but what this service serves. */
const HEADERS = {
	"content-security-policy":
		"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
};

/** Serves `/openapi.json` and the page `/docs`. Each document is built and compressed once, when it is first requested. */
export function docsRoutes(document: () => object, addressLimit: AddressLimit) {
	return async (app: FastifyInstance): Promise<void> => {
		for (const [url, prepare] of documents(document)) {
			const prepared = once(prepare);
			app.route({
				method: ["GET", "HEAD"],
				url,
				onRequest: async (request) => addressLimit.count(request),
				handler: async (request, reply) =>
					sendStaticFile(request, reply.headers(HEADERS), await prepared(), "no-cache"),
			});
		}
	};
}

type Documents = ReadonlyMap<string, () => Promise<StaticFile>>;

function documents(document: () => object): Documents {
	const openApi = () => compressedFile("openapi.json", Buffer.from(JSON.stringify(document())));
	const uiFolder = dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui/static/index.html"));
	const uiFiles = SWAGGER_UI_FILES.map(
		(name) =>
			[
				`/docs/static/${name}`,
				async () => compressedFile(name, await readFile(join(uiFolder, name))),
			] as const,
	);
	return new Map([
		["/openapi.json", openApi],
		["/docs/json", openApi],
		["/docs", () => compressedFile("docs.html", Buffer.from(DOCS_PAGE))],
		["/docs/static/swagger-initializer.js", () => compressedFile("initializer.js", Buffer.from(DOCS_SCRIPT))],
		...uiFiles,
	]);
}

/** Builds something on first use; a failure is retried. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make().catch((fault) => {
			made = undefined;
			throw fault;
		});
		return made;
	};
}
