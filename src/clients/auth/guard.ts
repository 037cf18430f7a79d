import type { onRequestAsyncHookHandler, onRequestHookHandler } from "fastify";
import type { ApiRouteText } from "../../api/api-route.ts";
import { idempotencyKey } from "../../api/idempotency/key.ts";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { hookOf } from "../../platform/http/hook.ts";
import type { RouteGuard } from "../../platform/http/register-routes.ts";

interface GuardParts {
	/** The check of bearer endpoints. */
	readonly admit: onRequestHookHandler;
	/** Shows the limits and balance of a bearer endpoint's caller in the headers of an answer given instead of admission. */
	readonly accountHeaders: onRequestAsyncHookHandler;
	readonly addressLimit: AddressLimit;
}

/** The checks before each endpoint of `/api/v1`, by its access. */
export function createGuard({ admit, accountHeaders, addressLimit }: GuardParts) {
	const byAccess: Record<ApiRouteText["access"], RouteGuard> = {
		public: { checks: [hookOf((request) => addressLimit.count(request))] },
		bearer: { checks: [admit], config: { duringMaintenance: accountHeaders } },
		credentials: { checks: [neverCached], config: { duringMaintenance: neverCached } },
		signed_url: { checks: [] },
	};
	return (_name: string, { access, idempotent }: ApiRouteText): RouteGuard => {
		const { checks, config = {} } = byAccess[access];
		// The form of the key is checked before the input (SPEC D23), and therefore before the body is read.
		return { checks: idempotent ? [...checks, requireKeyForm] : checks, config };
	};
}

/** RFC 6749, 5.1: tokens must not be cached. */
const neverCached: onRequestAsyncHookHandler = async (_request, reply) => {
	reply.header("cache-control", "no-store");
};

const requireKeyForm: onRequestAsyncHookHandler = async (request) => {
	idempotencyKey(request);
};
