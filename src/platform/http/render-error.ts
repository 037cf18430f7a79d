import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { BlobMissing, BlobUnavailable } from "../blobs/blob-store.ts";
import { StorageUnavailable } from "../db/database.ts";
import { ApiError, badRequest } from "./api-error.ts";

/** Seconds after which it is worth asking again when a dependency failed. */
const RETRY_SECONDS = 2;

/** The one place where an error becomes an answer. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const answer = asApiError(error);
	if (answer.status >= 500 && !isRefusal(error)) {
		request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, answer.code);
	}
	if (answer.retryAfterSeconds !== undefined) reply.header("retry-after", answer.retryAfterSeconds);
	return reply.code(answer.status).send(errorBody(answer, request.id));
}

/** Refused on purpose, because of load or maintenance: no fault, and said elsewhere. */
function isRefusal(error: unknown): boolean {
	return error instanceof ApiError && error.code === "service_unavailable" && !error.details.checks;
}

/** The body of SPEC 2.11. */
export function errorBody(error: ApiError, requestId: string): object {
	return { error: error.code, message: error.message, request_id: requestId, ...error.details };
}

/** Translates faults of the platform and of the framework; whatever is not known is a 500 that reveals nothing. */
export function asApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	if (error instanceof StorageUnavailable) {
		return new ApiError("service_unavailable", { retryAfterSeconds: RETRY_SECONDS });
	}
	if (error instanceof BlobUnavailable || error instanceof BlobMissing) {
		return new ApiError("upstream_error", { retryAfterSeconds: RETRY_SECONDS });
	}
	return fromFramework(error as Partial<FastifyError>);
}

function fromFramework(error: Partial<FastifyError>): ApiError {
	if (error.statusCode === 413) {
		return new ApiError("bad_request", { status: 413, message: "The body may have at most 128 KiB." });
	}
	if (error.code === "FST_ERR_BAD_URL") return new ApiError("not_found");
	if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
		return badRequest("The request could not be read.");
	}
	return new ApiError("internal_error", { retryAfterSeconds: RETRY_SECONDS });
}
