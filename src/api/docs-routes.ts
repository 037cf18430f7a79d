import type { FastifyInstance } from "fastify";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { compressedFile, sendStaticFile } from "../platform/http/static-file.ts";

/** The second one is kept because earlier versions linked to it. */
const ADDRESSES = ["/openapi.json", "/docs/json"];
const HEADERS = { "x-content-type-options": "nosniff" };

/** Serves the OpenAPI document, which is built and compressed once, on the first request. */
export function docsRoutes(document: () => object, addressLimit: AddressLimit) {
	const prepared = once(() => compressedFile("openapi.json", Buffer.from(JSON.stringify(document()))));
	return async (app: FastifyInstance): Promise<void> => {
		for (const url of ADDRESSES) {
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
