import type { FastifyRequest } from "fastify";
import type { PortalRoute } from "../../pages/contract.ts";
import { STREAMED_TYPE } from "../../platform/http/json-body.ts";
import { importErrors } from "../errors.ts";

/** The core of the tus protocol, for the bytes of uploads (ADR-0030). It refuses another version of itself, or none, and bytes of another type. */
export const tus: NonNullable<PortalRoute["protocol"]> = {
	headers: { "tus-resumable": "1.0.0" },
	check({ headers, method }: FastifyRequest) {
		if (headers["tus-resumable"] !== "1.0.0") throw importErrors.upload_version();
		if (method === "PATCH" && headers["content-type"] !== STREAMED_TYPE) throw importErrors.upload_type();
	},
};
