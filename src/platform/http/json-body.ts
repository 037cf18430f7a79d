import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from "fastify";
import { badRequest } from "./http-error.ts";

/** Far deeper than any valid request is nested (SPEC D5). */
const DEPTH_LIMIT = 32;

/** What tus clients send (tus.io/protocols/resumable-upload). */
export const STREAMED_TYPE = "application/offset+octet-stream";

declare module "fastify" {
	interface FastifyRequest {
		/** The body's bytes as received; absent without a body. */
		rawBody?: Buffer;
		/** There is a body, but it was treated as empty because its content type is not JSON. */
		isBodyUnread?: boolean;
	}
	interface FastifyContextConfig {
		/** Media type of a body that the handler reads from `request.raw` itself: it is not buffered. */
		bodyMedia?: string;
	}
}

/**
 * Reads bodies as specified in SPEC 1.1 and SPEC D5: `application/json` as JSON, anything else as an empty form. Parsing happens only when validation
 * asks for the value, so an endpoint that ignores its body never fails because of it.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
		request.rawBody = body as Buffer;
		done(null, undefined);
	});
	// Only routes that declare this type receive it.
	app.addContentTypeParser(STREAMED_TYPE, (_request, _body, done) => done(null, undefined));
	// The framework would reject a malformed media type; here it is just another type that is not JSON.
	app.addHook("onRequest", (request, _reply, done) => {
		const type = request.headers["content-type"];
		const { bodyMedia } = request.routeOptions.config;
		if (type === undefined || isJson(type)) return done();
		// In any case of letters, and with parameters, which these types do not have.
		if (type.split(";")[0]?.trim().toLowerCase() === bodyMedia) request.headers["content-type"] = bodyMedia;
		else delete request.headers["content-type"];
		done();
	});
	app.addHook("onRoute", (route) => {
		if (route.schema?.body) route.preValidation = readBody;
	});
}

const readBody: preValidationHookHandler = (request, _reply, done) => {
	request.body = readJson(request);
	done();
};

function readJson(request: FastifyRequest): unknown {
	if (!isJson(request.headers["content-type"] ?? "")) {
		if (request.rawBody?.length) request.isBodyUnread = true;
		return {};
	}
	const encoding = request.headers["content-encoding"];
	if (encoding !== undefined && !/^\s*(identity)?\s*$/i.test(encoding)) {
		throw badRequest("The body is compressed (Content-Encoding). Send it as it is.");
	}
	return parseJson(request.rawBody ?? new Uint8Array());
}

function isJson(contentType: string): boolean {
	return /^application\/json\s*(;|$)/i.test(contentType);
}

/** @throws HttpError 400 for bad UTF-8, malformed JSON and nesting deeper than 32. */
function parseJson(bytes: Uint8Array): unknown {
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw badRequest("The body is not valid UTF-8.");
	}
	if (isTooDeep(text)) throw badRequest(`The body is nested deeper than ${DEPTH_LIMIT} levels.`);
	try {
		return JSON.parse(text, BEYOND_DOUBLE.test(text) ? finite : undefined);
	} catch {
		throw badRequest("The body is not valid JSON.");
	}
}

/** A number that may be beyond the largest double: `JSON.parse` would make it infinite, and no schema takes that for a number. */
const BEYOND_DOUBLE = /[eE]\+?[0-9]{3}|(?<![0-9])[0-9]{200}/;

function finite(_key: string, value: unknown): unknown {
	if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
	return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value;
}

/** Counts brackets outside strings, before any recursive parser sees the text. */
function isTooDeep(text: string): boolean {
	let depth = 0;
	let inString = false;
	for (let place = 0; place < text.length; place++) {
		const character = text[place];
		if (inString) {
			if (character === "\\") place++;
			else if (character === '"') inString = false;
		} else if (character === '"') inString = true;
		else if (character === "[" || character === "{") {
			if (++depth > DEPTH_LIMIT) return true;
		} else if (character === "]" || character === "}") depth--;
	}
	return false;
}
