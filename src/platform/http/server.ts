import {
	createServer as createHttpServer,
	type IncomingMessage,
	METHODS,
	type RequestListener,
	type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import fastJsonStringify from "fast-json-stringify";
import Fastify, {
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
	LogController,
} from "fastify";
import type { TSchema } from "typebox";
import { compiled } from "../compiled.ts";
import { requestId } from "../ids.ts";
import type { SettingsOf } from "../settings.ts";
import type { Clock } from "../time/clock.ts";
import { type Addressed, type AddressLimit, counted } from "./address-limit.ts";
import { stampArrivals } from "./arrival.ts";
import { clientAddress } from "./client-address.ts";
import { createConnectionQueues } from "./connection-queue.ts";
import type { Conventions } from "./conventions.ts";
import { countHeader } from "./count-header.ts";
import { answerAfter } from "./deadline.ts";
import { answerOnSocket, answerUnreadable, earlyAnswer, newcomer } from "./early-answers.ts";
import { createFairScheduler } from "./fair-scheduler.ts";
import { badRequest, commonErrors, type ErrorCatalogue, type HttpError } from "./http-error.ts";
import { acceptJsonBodies } from "./json-body.ts";
import { JSON_TYPE } from "./json-type.ts";
import type { OpenRequests } from "./open-requests.ts";
import { type LoadShedding, OVERLOADED } from "./overload.ts";
import { readQuery } from "./query.ts";
import { readablePath } from "./readable-path.ts";
import type { CountRefusal, RefusalCause } from "./refusal.ts";
import { asHttpError, createErrorRenderer } from "./render-error.ts";
import { schemaError } from "./schema-error.ts";
import type { httpSettings } from "./settings.ts";
import { cutOffSlowReaders } from "./slow-readers.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		/** Not under the product's conventions: the common headers are not for this route. */
		skipCommonHeaders?: true;
	}
}

/** Body limit of SPEC D5. */
const BODY_LIMIT_BYTES = 128 * 1024;

/**
 * A caller that takes longer to send its request gets 408, so that slow ones cannot hold all connections. The deadline mostly comes first, but for
 * large bodies: files of 20 MiB at 2.8 Mbit/s.
 */
const WHOLE_HEAD_MS = 10_000;
const WHOLE_REQUEST_MS = 60_000;
const TIMEOUT_CHECK_MS = 2000;
/** Longer than the minute for which nginx keeps an idle connection by itself: the side that sends requests should close the connection. */
const KEEP_ALIVE_MS = 72_000;

/** No request line that Node.js reads is longer: its limit for a whole head is 16 KiB. */
const LONGEST_URL = 16 * 1024;

export interface ServerParts {
	readonly clock: Clock;
	readonly addressLimit: AddressLimit;
	readonly shedding: LoadShedding;
	readonly unanswered: OpenRequests;
	readonly refused: CountRefusal;
	/** Whether anybody asks how long a request took, the wait for its turn included. */
	readonly areArrivalsStamped: boolean;
	/** Told ten times a second how many requests a second there are, on how many connections. */
	readonly busy?: ((requestsPerSecond: number, connections: number) => void) | undefined;
	readonly settings: SettingsOf<typeof httpSettings>;
	readonly conventions: Conventions;
}

/** A Fastify instance that follows the general conventions (SPEC 1.1) and renders every error, before routing and after. */
export function createServer(parts: ServerParts): FastifyInstance {
	const { clock, settings, conventions } = parts;
	let answer: RequestListener;
	const queues = createConnectionQueues((request, response) => answer(request, response));
	const take = parts.areArrivalsStamped ? stampArrivals(queues.take) : queues.take;
	const app = Fastify({
		serverFactory: (handler) => {
			answer = guarded(handler as RequestListener, parts);
			return createHttpServer(
				{
					headersTimeout: WHOLE_HEAD_MS,
					requestTimeout: WHOLE_REQUEST_MS,
					keepAliveTimeout: KEEP_ALIVE_MS,
					connectionsCheckingInterval: TIMEOUT_CHECK_MS,
					// Node.js would answer a request without Host by itself, and not in JSON.
					requireHostHeader: false,
				},
				take,
			);
		},
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		logController: new LogController({ disableRequestLogging: true }),
		forceCloseConnections: "idle",
		// Whoever had a connection when the server began to close is still answered, once: a refusal of the framework says neither why nor when to come back.
		return503OnClosing: false,
		genReqId: () => requestId(clock.now()),
		requestIdHeader: false,
		// What a path parameter may be is for the endpoint to say. A path is never redirected for a trailing slash (SPEC 1.1).
		routerOptions: { maxParamLength: LONGEST_URL, ignoreTrailingSlash: true },
		logger: { level: settings.logLevel, base: null },
		// A logger of its own for every request costs more than the few lines that are ever written: they name the request themselves.
		childLoggerFactory: (logger) => logger,
		clientErrorHandler: (fault, socket) =>
			queues.answerUnreadable(socket, () => answerUnreadable(fault, socket, parts)),
		rewriteUrl: ({ url = "/" }) => readablePath(url),
	});
	answerProtocolErrors(app, queues, parts);
	cutOffSlowReaders(app, queues, parts.unanswered);
	if (parts.busy) tellHowBusy(app, queues, parts.busy);
	followConventions(app, parts);
	acceptJsonBodies(app);
	app.setValidatorCompiler(({ schema, httpPart }) =>
		validator(schema as TSchema, httpPart ?? "", conventions.errors),
	);
	app.setSerializerCompiler(({ schema }) => serializer(schema as Parameters<typeof fastJsonStringify>[0]));
	app.setErrorHandler(createErrorRenderer(conventions.errors));
	return app;
}

const BUSY_CHECKS_PER_SECOND = 10;

function tellHowBusy(
	app: FastifyInstance,
	queues: ReturnType<typeof createConnectionQueues>,
	busy: NonNullable<ServerParts["busy"]>,
): void {
	const checking = setInterval(() => {
		const { requests, connections } = queues.begunSince();
		busy(requests * BUSY_CHECKS_PER_SECOND, connections);
	}, 1000 / BUSY_CHECKS_PER_SECOND);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}

/** Answers in JSON what Node.js would answer by itself. */
function answerProtocolErrors(
	app: FastifyInstance,
	queues: ReturnType<typeof createConnectionQueues>,
	parts: ServerParts,
): void {
	// An expectation that is not known is ignored, as HTTP allows.
	app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
	// Nothing is tunnelled: CONNECT is answered like any other unknown endpoint.
	app.server.on("connect", (_request, stream) => {
		const socket = stream as Socket;
		queues.answerUnreadable(socket, () => answerOnSocket(commonErrors.not_found(), "connect", socket, parts));
	});
}

/** Gives each request what its endpoint and its answer need, and every answer its common headers. */
function followConventions(app: FastifyInstance, parts: ServerParts): void {
	const { addressLimit, conventions } = parts;
	app.decorateRequest("responseMeta");
	app.decorateRequest("clientAddress", "");
	app.decorateRequest("arrivedAtMs", 0);
	app.addHook("onRequest", (request, _reply, done) => {
		begin(request, parts);
		if (request.is404) refuseUnknown(request, addressLimit);
		done();
	});
	app.addHook("onSend", (request, reply, _payload, done) => {
		// The path is looked at first: every access to `routeOptions` creates a new object.
		if (!request.url.startsWith(conventions.path) && request.routeOptions.config?.skipCommonHeaders) {
			done();
			return;
		}
		// What was answered before any bucket was asked shows that of its address.
		if (!request.responseMeta.minute) addressLimit.show(request);
		if (request.responseMeta.finish) {
			answerAfter(finish(request, reply), reply, () => {
				addCommonHeaders(request, reply, conventions);
				done();
			});
			return;
		}
		addCommonHeaders(request, reply, conventions);
		done();
	});
}

/** Answers malformed HTTP before routing, and sends 503 while the process is overloaded. */
function guarded(handler: RequestListener, parts: ServerParts): RequestListener {
	const { addressLimit, shedding, refused, conventions } = parts;
	const scheduler = createFairScheduler(handler);
	function refuse(
		request: IncomingMessage,
		response: ServerResponse,
		cause: RefusalCause,
		errorFor: (caller: Addressed) => unknown,
	) {
		const caller = { clientAddress: addressOf(request, parts), ...newcomer(parts) };
		const error = asHttpError(errorFor(caller), conventions.errors);
		const { status, headers, body } = earlyAnswer(error, caller, conventions);
		response.writeHead(status, headers).end(body);
		refused(status, cause);
	}
	return (request, response) => {
		const malformed = malformedRequest(request);
		if (malformed) {
			refuse(request, response, "malformed", (caller) => counted(malformed, caller, addressLimit));
			return;
		}
		const cause = shedding.whyRefuse(request, scheduler.waiting());
		if (!cause) {
			scheduler.take(request, response);
			return;
		}
		refuse(request, response, cause, (caller) => {
			addressLimit.show(caller);
			return OVERLOADED;
		});
		// Not before what is left of its body is read: that would go on reading by itself.
		request.once("close", () => shedding.rest(request.socket));
	};
}

/** Says of every path below `url` that has no endpoint that it has none, where a wider route would answer otherwise. */
export function unknownEndpoints(url: string, addressLimit: AddressLimit) {
	return async (app: FastifyInstance): Promise<void> => {
		app.route({
			method: ["GET", "HEAD"],
			url,
			config: { duringMaintenance: "answer" },
			onRequest: async (request) => refuseUnknown(request, addressLimit),
			handler: async () => undefined,
		});
	};
}

/** Before the body is looked at: what is wrong with it does not matter where there is no endpoint. */
function refuseUnknown(request: FastifyRequest, addressLimit: AddressLimit): never {
	addressLimit.count(request);
	throw commonErrors.not_found({ message: "There is no such endpoint." });
}

function begin(request: FastifyRequest, parts: ServerParts): void {
	request.arrivedAtMs = parts.clock.now();
	request.responseMeta = parts.conventions.newMeta();
	request.clientAddress = addressOf(request, parts);
}

function addressOf(
	{ socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
	parts: ServerParts,
): string {
	return clientAddress(socket.remoteAddress, headers, parts.settings.trustedProxies);
}

function addCommonHeaders(request: FastifyRequest, reply: FastifyReply, conventions: Conventions): void {
	const headers = conventions.headers(request.id, request.responseMeta);
	const type = reply.getHeader("content-type");
	if (type === undefined || type === "text/plain; charset=utf-8") headers["content-type"] = JSON_TYPE;
	reply.headers(headers);
}

/** A fault here must not turn a right answer into a wrong one: the header that could not be had is left out. */
async function finish(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	try {
		await request.responseMeta.finish?.(reply.statusCode);
	} catch (fault) {
		request.log.error({ err: fault, reqId: request.id }, "the end of a request could not be recorded");
	}
}

/** Made when its endpoint first answers: made for all of them at once, they take a seventh of the time that the server needs to start. */
function serializer(schema: Parameters<typeof fastJsonStringify>[0]): (answer: unknown) => string {
	let write: ((answer: unknown) => string) | undefined;
	return (answer) => {
		write ??= fastJsonStringify(schema);
		return write(answer);
	};
}

type Validation = { value: unknown } | { error: Error };

/** Query strings are read by their schema, bodies and the rest are checked against it. */
function validator(schema: TSchema, part: string, errors: ErrorCatalogue): (data: unknown) => Validation {
	if (part === "querystring") {
		return (data) => attempt(() => readQuery(schema, data as Record<string, string>));
	}
	// What a name in a path may be is for its endpoint to say, so paths are checked where they are read.
	if (part === "headers" || part === "params") return (data) => ({ value: data });
	const check = compiled(schema);
	return (data) => {
		if (check().Check(data)) return { value: data };
		return { error: schemaError(schema, data, check().Errors(data)[0], errors) };
	};
}

function attempt(read: () => unknown): Validation {
	try {
		return { value: read() };
	} catch (error) {
		return { error: error as Error };
	}
}

const HTTP_METHODS: ReadonlySet<string> = new Set(METHODS);

/** Why a request is unacceptable even though Node.js parsed it: an RTSP method, or a missing or ambiguous `Host` (RFC 9112, 3.2). */
function malformedRequest({ method, httpVersion, rawHeaders }: IncomingMessage): HttpError | undefined {
	if (!HTTP_METHODS.has(method ?? "")) return badRequest("The request is not HTTP.");
	const hosts = countHeader(rawHeaders, "host");
	if (hosts > 1) return badRequest("The request has more than one Host header.");
	if (hosts === 0 && httpVersion === "1.1") return badRequest("The request has no Host header.");
	return undefined;
}
