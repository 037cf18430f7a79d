import type { FastifyRequest } from "fastify";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** Opens the target of a signed URL. */
type Open<T> = (token: string, request: FastifyRequest) => Promise<T>;

/** HEAD requests cost nothing and use nothing up, so they could be repeated endlessly: they count against the address. */
export function countLooks<T>(addressLimit: AddressLimit, open: Open<T>): Open<T> {
	return async (token, request) => {
		addressLimit.count(request);
		return open(token, request);
	};
}

/** A valid signed URL was paid for; refused requests count against the address (SPEC D26). */
export function countRefusals<T>(addressLimit: AddressLimit, open: Open<T>): Open<T> {
	return async (token, request) => {
		try {
			const opened = await open(token, request);
			addressLimit.show(request);
			return opened;
		} catch (error) {
			if (error instanceof HttpError) addressLimit.count(request);
			else addressLimit.show(request);
			throw error;
		}
	};
}
