/** State collected while a request is handled, mostly for the headers of its answer. */
export interface ResponseMeta {
	minute?: BucketState;
	/** Present if there is a daily limit as well. */
	day?: BucketState;
	/** When the tightest window resets. */
	resetAtMs?: number;
	/** Code of the error in the answer; absent on success. */
	errorCode?: string;
	/** How long the request was held deliberately, which is not part of its response time. */
	heldMs?: number;
	/** Work still due once the answer's status is known; completed before the headers are written. */
	finish?: ((status: number) => Promise<void>) | undefined;
}

export interface BucketState {
	readonly limit: number;
	readonly remaining: number;
}

declare module "fastify" {
	interface FastifyRequest {
		/** Set on every request before anything else happens. */
		responseMeta: ResponseMeta;
		/** The address that the request came from, in canonical form (SPEC D15). */
		clientAddress: string;
		/** When the request arrived, milliseconds since 1970. */
		arrivedAtMs: number;
	}
}
