import type { FastifyRequest } from "fastify";
import { STREAMED_TYPE } from "../../platform/http/json-body.ts";
import { portalError } from "../errors.ts";
import type { PortalRoute } from "../http/contract.ts";

/** The core of the tus protocol, for the bytes of uploads (ADR-0030). */

export const TUS_VERSION = "1.0.0";

declare module "fastify" {
	interface FastifyContextConfig {
		/** Every response of the route, errors included, has `Tus-Resumable`. */
		speaksTus?: boolean;
	}
}

/** Whether a route speaks tus: it declares the header that all its responses have. */
export function speaksTus({ answerHeaders = {} }: Pick<PortalRoute, "answerHeaders">): boolean {
	return "Tus-Resumable" in answerHeaders;
}

/**
 * What the protocol asks of every request, once it is known who sends it.
 * @throws HttpError 412 for another version, or none; 415 for bytes of another type.
 */
export async function requireTus(request: FastifyRequest): Promise<void> {
	if (request.headers["tus-resumable"] !== TUS_VERSION) throw portalError("upload_version");
	const isBytes = request.headers["content-type"] === STREAMED_TYPE;
	if (request.method === "PATCH" && !isBytes) throw portalError("upload_type");
}
