import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { integerSetting, type SettingsOf } from "../settings.ts";
import { ApiError } from "./api-error.ts";
import type { OpenRequests } from "./open-requests.ts";

export const overloadSettings = {
	requestsAtOnce: integerSetting(
		"PACKSHOT_REQUESTS_AT_ONCE",
		2000,
		{ min: 1, max: 1_000_000 },
		"Requests in flight beyond which new ones get 503",
	),
	lagMilliseconds: integerSetting(
		"PACKSHOT_LAG_MILLISECONDS",
		1000,
		{ min: 10, max: 60_000 },
		"Delay of the event loop beyond which new requests get 503",
	),
};

const RETRY_SECONDS = 1;
const SAMPLE_MS = 500;
/** Health checks are answered however busy the service is. */
const ALWAYS_ANSWERED = /^\/api\/v1\/health\/?(\?|$)/;

/** Made once: to note where an error was made costs more than the rest of a refusal. */
const OVERLOADED = new ApiError("service_unavailable", {
	retryAfterSeconds: RETRY_SECONDS,
	message: "The service is overloaded.",
});

/** Refuses requests at once with 503 when there are more than can be answered, instead of letting all of them wait. */
export function shedLoad(
	app: FastifyInstance,
	open: OpenRequests,
	settings: SettingsOf<typeof overloadSettings>,
): void {
	const delay = monitorEventLoopDelay({ resolution: 20 });
	delay.enable();
	let lagMs = 0;
	let refused = 0;
	const sampling = setInterval(() => {
		lagMs = delay.percentile(50) / 1e6;
		delay.reset();
		// One line for all of them: a line for each would be one more load.
		if (refused > 0)
			app.log.warn({ refused, inFlight: open.count(), lagMs: Math.round(lagMs) }, "overloaded");
		refused = 0;
	}, SAMPLE_MS);
	sampling.unref();

	app.addHook("onRequest", (request, _reply, done) => {
		const overloaded = open.count() > settings.requestsAtOnce || lagMs > settings.lagMilliseconds;
		if (overloaded && !ALWAYS_ANSWERED.test(request.url)) {
			refused++;
			done(OVERLOADED);
		} else done();
	});
	app.addHook("onClose", () => {
		clearInterval(sampling);
		delay.disable();
	});
}
