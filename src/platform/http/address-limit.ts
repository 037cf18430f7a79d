import type { FastifyRequest } from "fastify";
import { integerSetting } from "../settings.ts";
import { MINUTE_MS } from "../time/durations.ts";
import { bucketKey } from "./client-address.ts";
import { createFixedWindow, secondsUntil, showWindow } from "./fixed-window.ts";
import { commonErrors } from "./http-error.ts";

export const addressLimitSettings = {
	requestsPerMinute: integerSetting(
		"PACKSHOT_IP_REQUESTS_PER_MINUTE",
		1200,
		{ min: 1, max: 10_000_000 },
		"Unauthenticated requests per minute from one IP address",
	),
};

/** The parts of a request that its address limit needs; also available for a request that could not be parsed. */
export type Addressed = Pick<FastifyRequest, "clientAddress" | "arrivedAtMs" | "responseMeta">;

/** The bucket of requests without an active client (SPEC D26): public endpoints, 401s, unknown paths. */
export type AddressLimit = ReturnType<typeof createAddressLimit>;

export function createAddressLimit(requestsPerMinute: number) {
	const minute = createFixedWindow(MINUTE_MS);
	return {
		/** Counts the request against its address. @throws HttpError 429 `rate_limited` beyond the limit. */
		count(request: Addressed) {
			const bucket = minute.count(bucketKey(request.clientAddress), requestsPerMinute, request.arrivedAtMs);
			showWindow(request.responseMeta, bucket);
			if (bucket.admitted) return;
			const seconds = secondsUntil(bucket.resetAtMs, request.arrivedAtMs);
			throw commonErrors.rate_limited({
				message: `The limit of ${requestsPerMinute} requests a minute for one address is exceeded; wait ${seconds} seconds.`,
				retryAfterSeconds: seconds,
			});
		},
		/** Shows the window in the response headers without counting. */
		show(request: Addressed) {
			const { clientAddress, arrivedAtMs, responseMeta } = request;
			showWindow(responseMeta, minute.peek(bucketKey(clientAddress), requestsPerMinute, arrivedAtMs));
		},
	};
}

/** Counts a request that never reached an endpoint against its address, like an unknown path (SPEC D26). @returns the error to answer with. */
export function counted(error: unknown, request: Addressed, addressLimit: AddressLimit): unknown {
	try {
		addressLimit.count(request);
		return error;
	} catch (refusal) {
		return refusal;
	}
}
