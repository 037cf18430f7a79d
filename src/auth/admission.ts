import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metering } from "../billing/metering.ts";
import type { RequestWindows, WindowState } from "../limits/request-windows.ts";
import type { ResponseMeta } from "../platform/http/response-meta.ts";
import type { BearerCheck } from "./bearer.ts";

interface AdmissionParts {
	readonly check: BearerCheck;
	readonly windows: RequestWindows;
	readonly metering: Metering;
}

/** Hook before every bearer endpoint: authenticates the caller, then checks their limits (SPEC D3). From then on the request is metered. */
export function admission({ check, windows, metering }: AdmissionParts) {
	return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
		const caller = await check(request);
		const state = await windows.admit(caller.client, request.arrivedAtMs);
		request.caller = state.readAlong === undefined ? caller : { ...caller, generation: state.readAlong };
		show(request.responseMeta, state);
		metering.begin(request, {
			clientId: caller.client.clientId,
			windows: () => windows.counts(caller.client),
			dailyCapUnits: caller.client.dailyCapUnits,
			async giveBack() {
				show(request.responseMeta, await windows.giveBack(caller.client, request.arrivedAtMs));
			},
		});
		if (state.refusal) throw state.refusal;
	};
}

function show(responseMeta: ResponseMeta, state: WindowState): void {
	responseMeta.minute = state.minute;
	responseMeta.day = state.day;
	responseMeta.resetAtMs = state.resetAtMs;
}
