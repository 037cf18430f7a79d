import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metering } from "../billing/metering.ts";
import type { RequestWindows, WindowState } from "../limits/request-windows.ts";
import type { ResponseMeta } from "../platform/http/response-meta.ts";
import type { BearerCheck } from "./bearer.ts";

interface AdmissionParts {
	readonly bearer: BearerCheck;
	readonly windows: RequestWindows;
	readonly metering: Metering;
}

/** Hook before every bearer endpoint: authenticates the caller, then checks their limits (SPEC D3). From then on the request is metered. */
export function createAdmission({ bearer, windows, metering }: AdmissionParts) {
	return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
		const caller = await bearer.check(request);
		const state = await windows.admit(caller.client, request.arrivedAtMs);
		request.caller = state.readAlong === undefined ? caller : { ...caller, generation: state.readAlong };
		show(request.responseMeta, state);
		metering.begin(request, {
			clientId: caller.client.clientId,
			windows: () => windows.counts(caller.client),
			dailyCapUnits: caller.client.dailyCapUnits,
			async uncountRequest() {
				show(request.responseMeta, await windows.uncount(caller.client, request.arrivedAtMs));
			},
		});
		if (state.refusal) throw state.refusal;
	};
}

/**
 * Hook for an answer that is given instead of admission: shows limits and balance of a caller who would be admitted. Counts and records
 * nothing.
 */
export function createIntroduction({ bearer, windows, metering }: AdmissionParts) {
	return async (request: FastifyRequest): Promise<void> => {
		const caller = await bearer.identify(request);
		if (!caller) return;
		show(request.responseMeta, await windows.peek(caller.client, request.arrivedAtMs));
		await metering.showBalance(request, caller.client.clientId);
	};
}

function show(responseMeta: ResponseMeta, state: WindowState): void {
	responseMeta.minute = state.minute;
	responseMeta.day = state.day;
	responseMeta.resetAtMs = state.resetAtMs;
}
