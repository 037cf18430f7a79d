import type { Account, Balance, Usage, UsageQuery } from "./api-types.ts";
import { answered, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import type { Answer } from "./response-info.ts";

/** Which usage to show: days may be dates, which stand for their UTC day. */
export type UsageFilter = Omit<UsageQuery, "from" | "to"> & {
	/** First day, UTC. Default: 30 days, 48 hours or 12 months before the end. */
	readonly from?: string | Date | undefined;
	/** Last day, UTC. Default: up to now. */
	readonly to?: string | Date | undefined;
};

/** The account of the calling client. All calls are free. */
export interface AccountApi {
	balance(options?: CallOptions): Promise<Answer<Balance>>;
	/** Name, tier, balance, usage and limits. */
	get(options?: CallOptions): Promise<Answer<Account>>;
	/** Requests and credits by hour, day or month. */
	usage(filter?: UsageFilter, options?: CallOptions): Promise<Answer<Usage>>;
}

export function accountApi(call: Call): AccountApi {
	return {
		balance: (options) => answered(call, { path: "/balance" }, options),
		get: (options) => answered(call, { path: "/account" }, options),
		async usage(filter = {}, options) {
			const query = { ...filter, from: dayOf(filter.from), to: dayOf(filter.to) };
			return await answered(call, { path: "/usage", query }, options);
		},
	};
}

function dayOf(day: string | Date | undefined): string | undefined {
	return day instanceof Date ? day.toISOString().slice(0, 10) : day;
}
