/** What one request cost and what it left: the content of the headers that every answer carries (SPEC 1.1). */
export interface ResponseMeta {
	debitedUnits: number;
	/** Known for authenticated requests only. */
	balanceUnits?: number;
	minute?: BucketState;
	/** Present on authenticated endpoints only. */
	day?: BucketState;
	/** When the tightest bucket refills. */
	resetAtMs?: number;
	/** The id under which a replayed answer was first given: it is the answer's `X-Request-ID`. */
	replayedRequestId?: string;
	/** What is still owed when the answer's status is known; done before the headers are written. */
	finish?: ((status: number) => Promise<void>) | undefined;
}

export interface BucketState {
	readonly limit: number;
	readonly remaining: number;
}

declare module "fastify" {
	interface FastifyRequest {
		/** Set for every request before anything else happens. */
		responseMeta: ResponseMeta;
		/** The address that the request came from, in canonical form (SPEC D15). */
		clientAddress: string;
		/** When the request arrived, milliseconds since 1970. */
		arrivedAtMs: number;
	}
}
