import type { FastifyRequest, onRequestHookHandler } from "fastify";
import type { RequestWindows, WindowState } from "../../api/limits/request-windows.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { hookOf } from "../../platform/http/hook.ts";
import type { ResponseMeta } from "../../platform/http/response-meta.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type BearerCheck, type Caller, callerOf } from "./bearer.ts";

interface AdmissionParts {
	readonly bearer: BearerCheck;
	readonly windows: RequestWindows;
	readonly metering: Metering;
}

/** Hook for every bearer endpoint: authenticates the caller, then checks their limits (SPEC D3). From then on the request is metered. */
export function createAdmission({ bearer, windows, metering }: AdmissionParts): onRequestHookHandler {
	function enter(request: FastifyRequest, caller: Caller, state: WindowState): void {
		request.caller = state.readAlong === undefined ? caller : { ...caller, generation: state.readAlong };
		show(request.responseMeta, state);
		metering.begin(request, {
			clientId: caller.client.clientId,
			windows: () => windows.counts(caller.client),
			async uncountRequest() {
				show(request.responseMeta, await windows.uncount(caller.client, request.arrivedAtMs));
			},
		});
		if (state.refusal) throw state.refusal;
	}

	function countAndEnter(request: FastifyRequest, caller: Caller): MaybePromise<void> {
		const state = windows.admit(caller.client, request.arrivedAtMs);
		if (state instanceof Promise) return state.then((counted) => enter(request, caller, counted));
		return enter(request, caller, state);
	}

	return hookOf((request) => {
		const caller = bearer.check(request);
		if (caller instanceof Promise) return caller.then((found) => countAndEnter(request, found));
		return countAndEnter(request, caller);
	});
}

/** Hook for answers given instead of admission: shows the limits and balance of a caller who would have been admitted. Counts and records nothing. */
export function createAccountHeaders({ bearer, windows, metering }: AdmissionParts) {
	return async (request: FastifyRequest): Promise<void> => {
		const caller = await bearer.identify(request);
		if (!caller) return;
		show(request.responseMeta, await windows.peek(caller.client, request.arrivedAtMs));
		await metering.showBalance(request, caller.client.clientId);
	};
}

/** Checks that a waiting request has to repeat before it is answered. */
export type RepeatedCheck = ReturnType<typeof createRepeatedCheck>;

export function createRepeatedCheck({
	bearer,
	windows,
	clock,
}: Omit<AdmissionParts, "metering"> & { readonly clock: Clock }) {
	return {
		/** Checks its token and its client in their current state. @returns the client. @throws HttpError 401 or 403. */
		async checkAgain(request: FastifyRequest) {
			const caller = await bearer.checkAgain(request, clock.now());
			request.caller = caller;
			return caller.client;
		},
		async showLimits(request: FastifyRequest) {
			show(request.responseMeta, await windows.peek(callerOf(request).client, clock.now()));
		},
	};
}

function show(responseMeta: ResponseMeta, state: WindowState): void {
	responseMeta.minute = state.minute;
	responseMeta.day = state.day;
	responseMeta.resetAtMs = state.resetAtMs;
}
