declare module "../platform/http/response-meta.ts" {
	/** Cost of a request and the remaining balance: the source of the headers that every answer carries (SPEC 1.1). */
	interface ResponseMeta {
		debitedUnits: number;
		/** Known for authenticated requests only. */
		balanceUnits?: number;
		/** The request id of the original answer when it is replayed: it becomes the `X-Request-ID` of this answer. */
		replayedRequestId?: string;
		generatedAtMs?: number;
	}
}

export type {};
