/** A job of the load generator, sent to its process as JSON. */
export interface LoadJob {
	readonly port: number;
	readonly connections: number;
	/** How long is counted, after the warm-up. */
	readonly seconds: number;
	readonly warmUpSeconds: number;
	readonly requests: LoadRequests;
	/** Requests a second, sent at even intervals whether or not answers come; absent: each connection sends the next request as soon as it is answered. */
	readonly requestsPerSecond?: number;
}

/** Each path, with each body when there are any. */
export interface LoadRequests {
	readonly method: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly paths: readonly string[];
	readonly bodies?: readonly string[];
	/** In order, repeating the last, instead of at random. */
	readonly eachOnce?: boolean;
}

export interface LoadResult {
	/** Answers of success. */
	readonly requestsPerSecond: number;
	/** How many answers had which status. */
	readonly statuses: Readonly<Record<string, number>>;
	/** Answers of 400 and above, and connections that broke. */
	readonly errors: number;
	/** From the time at which each request was due to the end of its answer. */
	readonly latency: LatencyMs;
	/** Share of one processor that the generator took: near 1 it was the bottleneck. */
	readonly generatorShare: number;
}

export interface LatencyMs {
	readonly p50: number;
	readonly p99: number;
	readonly p999: number;
}
