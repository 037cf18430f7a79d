/** A job of the load generator, sent to its process as JSON. */
export interface LoadJob {
	readonly port: number;
	readonly connections: number;
	/** Duration of the measurement, after the warm-up. */
	readonly seconds: number;
	readonly warmUpSeconds: number;
	readonly requests: LoadRequests;
	/** Requests per second, sent at even intervals whether or not answers arrive; absent: each connection sends its next request as soon as one is answered. */
	readonly requestsPerSecond?: number;
}

/** Every path is combined with every body, if there are any. */
export interface LoadRequests {
	readonly method: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly paths: readonly string[];
	readonly bodies?: readonly string[];
	/** In order, then repeating the last, instead of at random. */
	readonly eachOnce?: boolean;
}

export interface LoadResult {
	/** Successful answers. */
	readonly requestsPerSecond: number;
	/** Number of answers by status. */
	readonly statuses: Readonly<Record<string, number>>;
	/** Answers with a status of 400 or above, and broken connections. */
	readonly errors: number;
	/** From the scheduled time of each request to the end of its answer. */
	readonly latency: LatencyMs;
	/** Share of one core used by the generator; near 1 it was the bottleneck. */
	readonly generatorShare: number;
}

export interface LatencyMs {
	readonly p50: number;
	readonly p99: number;
	readonly p999: number;
}
