import type { FastifyRequest } from "fastify";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { HttpError } from "../platform/http/http-error.ts";

/** Opens what a signed URL leads to. */
type Open<T> = (token: string, request: FastifyRequest) => Promise<T>;

/** Looking costs nothing and uses nothing up, so that it could be done without end: it counts against the address. */
export function countLooks<T>(addressLimit: AddressLimit, open: Open<T>): Open<T> {
	return async (token, request) => {
		addressLimit.count(request);
		return open(token, request);
	};
}

/** A valid signed URL was paid for; what is refused counts against its address (SPEC D26). */
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
