/** What is known about a request beside its content; those who answer add what their headers contain. */
export interface ResponseMeta {
	minute?: BucketState;
	/** Present where a day is limited as well. */
	day?: BucketState;
	/** When the tightest window resets. */
	resetAtMs?: number;
	/** Code of the error that is answered; absent where none is. */
	errorCode?: string;
	/** How long the request was held on purpose, which tells nothing of how fast it was answered. */
	heldMs?: number;
	/** Work that is still due once the answer's status is known; done before the headers are written. */
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
