declare module "../platform/http/response-meta.ts" {
	/** What one request cost and what it left: the content of the headers that every answer carries (SPEC 1.1). */
	interface ResponseMeta {
		debitedUnits: number;
		/** Known for authenticated requests only. */
		balanceUnits?: number;
		/** The id under which a replayed answer was first given: it is the answer's `X-Request-ID`. */
		replayedRequestId?: string;
		/** `meta.response_generated`, where it is not the time at which the request arrived. */
		generatedAtMs?: number;
	}
}

export type {};
