import type { FastifyRequest } from "fastify";
import { apiError } from "../../api/api-error.ts";
import type { ErrorCode } from "../../api/error-catalogue.ts";

/**
 * The required texts of a body, for a route that handles validation errors itself.
 * @throws HttpError `missing` when one is absent, null or empty; otherwise the 400 `bad_request` of any other validation error.
 */
export function requiredTexts<Name extends string>(
	request: FastifyRequest,
	names: readonly Name[],
	missing: ErrorCode,
): Record<Name, string> {
	const body = request.body as Partial<Record<Name, unknown>> | null;
	const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
	if (isObject && names.some((name) => isAbsent(body[name]))) throw apiError(missing);
	if (request.validationError) throw request.validationError;
	return body as Record<Name, string>;
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === "";
}
