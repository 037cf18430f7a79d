import type { Health, Pricing } from "./api-types.ts";
import { answered, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import type { Answer } from "./response-info.ts";

/** Public information about the service. */
export interface ServiceApi {
	/** What each action costs, and announced changes. */
	pricing(options?: CallOptions): Promise<Answer<Pricing>>;
	/** Sent once unless configured otherwise. @throws PackshotError `service_unavailable` with `checks` when something is wrong. */
	health(options?: CallOptions): Promise<Answer<Health>>;
}

export function serviceApi(call: Call): ServiceApi {
	return {
		pricing: (options) => answered(call, { path: "/pricing", isPublic: true }, options),
		health: (options) => answered(call, { path: "/health", isPublic: true }, { maxAttempts: 1, ...options }),
	};
}
