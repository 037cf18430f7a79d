import type { onRequestAsyncHookHandler } from "fastify";
import type { ApiRouteText } from "../api/api-route.ts";
import { idempotencyKey } from "../api/idempotency/key.ts";
import type { AddressLimit } from "../platform/http/address-limit.ts";

interface GuardParts {
	/** The check of bearer endpoints. */
	readonly admit: onRequestAsyncHookHandler;
	readonly addressLimit: AddressLimit;
}

/** The checks before every endpoint of `/api/v1`, by its access. */
export function createGuard({ admit, addressLimit }: GuardParts) {
	const byAccess: Record<ApiRouteText["access"], readonly onRequestAsyncHookHandler[]> = {
		public: [async (request) => addressLimit.count(request)],
		bearer: [admit],
		credentials: [neverCached],
		signed_url: [],
	};
	return (_name: string, { access, idempotent }: ApiRouteText): readonly onRequestAsyncHookHandler[] => [
		...byAccess[access],
		// The form of the key comes before the input (SPEC D23), so it is looked at before there is a body.
		...(idempotent ? [requireKeyForm] : []),
	];
}

/** RFC 6749, 5.1: no cache may keep a token. */
const neverCached: onRequestAsyncHookHandler = async (_request, reply) => {
	reply.header("cache-control", "no-store");
};

const requireKeyForm: onRequestAsyncHookHandler = async (request) => {
	idempotencyKey(request);
};
