import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { BlobMissing, BlobStoreFull, BlobUnavailable } from "../blobs/blob-store.ts";
import { StorageUnavailable } from "../db/database.ts";
import { PoolFull } from "../tasks/task.ts";
import { badRequest, commonErrors, type ErrorCatalogue, HttpError } from "./http-error.ts";

/** Suggested wait in seconds when a dependency failed. */
const RETRY_SECONDS = 2;

const TOO_LARGE = 413;

/** Appended when a body was left unread, which explains why something is missing. */
const UNREAD = "The body was not read: its Content-Type is not application/json.";

/** The single place where anything thrown becomes an answer with an error of the API's catalogue. */
export function createErrorRenderer(catalogue: ErrorCatalogue) {
	return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const answer = asHttpError(error, catalogue, request.routeOptions.bodyLimit);
		if (answer.status >= 500 && !isRefusal(error)) {
			request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, answer.code);
		}
		request.responseMeta.errorCode = answer.code;
		if (answer.retryAfterSeconds !== undefined) reply.header("retry-after", answer.retryAfterSeconds);
		reply.headers(answer.headers);
		reply.removeHeader("content-type");
		if (answer.status === TOO_LARGE) dropRestOfBody(request, reply);
		const body = errorBody(answer, request.id);
		const isUnread = request.isBodyUnread && answer.status === 400;
		return reply
			.code(answer.status)
			.send(isUnread ? { ...body, message: `${answer.message} ${UNREAD}` } : body);
	};
}

/**
 * What is still to arrive of a body is read and dropped, for as long as a request may take. The framework would close the connection: what arrives
 * after that resets it, which can cost the caller the answer, and makes a proxy think that the server is down.
 */
export function dropRestOfBody({ raw }: FastifyRequest, reply: FastifyReply): void {
	reply.removeHeader("connection");
	raw.resume();
}

/** Refused deliberately, because of load or maintenance: not a fault, and logged elsewhere. */
function isRefusal(error: unknown): boolean {
	return (
		error instanceof HttpError &&
		error.code === "service_unavailable" &&
		Object.keys(error.details).length === 0
	);
}

export function errorBody(error: HttpError, requestId: string): object {
	return { error: error.code, message: error.message, request_id: requestId, ...error.details };
}

/**
 * Translates errors of the platform and of the framework. An unknown error, or one whose code is not in the catalogue, becomes a 500 that reveals
 * nothing.
 * @param bodyLimitBytes limit of the route.
 */
export function asHttpError(error: unknown, catalogue: ErrorCatalogue, bodyLimitBytes?: number): HttpError {
	const known = error instanceof HttpError ? error : ofFault(error, catalogue, bodyLimitBytes);
	return Object.hasOwn(catalogue, known.code) ? known : commonErrors.internal_error();
}

function ofFault(error: unknown, catalogue: ErrorCatalogue, bodyLimitBytes?: number): HttpError {
	const soon = { retryAfterSeconds: RETRY_SECONDS };
	if (error instanceof StorageUnavailable || error instanceof PoolFull) {
		return commonErrors.service_unavailable(soon);
	}
	if (error instanceof BlobStoreFull) {
		const { disk_full: noRoom = commonErrors.service_unavailable } = catalogue;
		return noRoom({ retryAfterSeconds: NO_ROOM_RETRY_SECONDS });
	}
	if (error instanceof BlobUnavailable || error instanceof BlobMissing)
		return commonErrors.upstream_error(soon);
	return ofFramework(error as Partial<FastifyError>, bodyLimitBytes);
}

/** Freeing disk space takes a person. */
const NO_ROOM_RETRY_SECONDS = 300;

function ofFramework(error: Partial<FastifyError>, bodyLimitBytes = 0): HttpError {
	if (error.statusCode === TOO_LARGE) {
		const message = `The body may have at most ${Math.floor(bodyLimitBytes / 1024)} KiB.`;
		return commonErrors.bad_request({ status: TOO_LARGE, message });
	}
	if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
		return badRequest("The request could not be read.");
	}
	return commonErrors.internal_error({ retryAfterSeconds: RETRY_SECONDS });
}
