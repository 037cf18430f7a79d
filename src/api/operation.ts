import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "./error-catalogue.ts";

/** One endpoint, said once: what validates requests, serialises answers and describes both in the OpenAPI document. */
export interface OperationText {
	readonly id: string;
	readonly tag: string;
	readonly summary: string;
	readonly description?: string;
	/** `bearer` needs an access token. */
	readonly access: "public" | "bearer";
	readonly path?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** Takes an `Idempotency-Key` (SPEC 4.5). */
	readonly idempotent?: boolean;
	readonly success: Success;
	/** Errors of its own; those that every endpoint of its access can give are added. */
	readonly errors: readonly ErrorCode[];
}

export interface Success {
	readonly status: number;
	readonly description: string;
	/** The JSON body; absent when there is none, or none of JSON. */
	readonly answer?: TSchema;
	/** Media types of a body that is not JSON. */
	readonly media?: readonly string[];
	/** Headers beside the common ones, by name, with their meaning. */
	readonly headers?: Readonly<Record<string, string>>;
}

declare module "fastify" {
	interface FastifyContextConfig {
		/** What the OpenAPI document says of the endpoint. */
		operation?: OperationText;
	}
}

/** The route options that make a described endpoint: spread them into the route. */
export function operation(text: OperationText) {
	const { path, query, body, success } = text;
	return {
		schema: {
			...(path ? { params: path } : {}),
			...(query ? { querystring: query } : {}),
			...(body ? { body } : {}),
			...(success.answer ? { response: { [success.status]: success.answer } } : {}),
		},
		config: { operation: text },
	};
}
