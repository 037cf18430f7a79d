import type { Account, Balance, Usage, UsageQuery } from "./api-types.ts";
import { answerOf, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import type { Answer } from "./response-info.ts";

/** The account of the calling client. All of it is free. */
export interface AccountApi {
	balance(options?: CallOptions): Promise<Answer<Balance>>;
	/** Name, tier, balance, usage and limits. */
	get(options?: CallOptions): Promise<Answer<Account>>;
	/** Requests and credits by hour, day or month. */
	usage(query?: UsageQuery, options?: CallOptions): Promise<Answer<Usage>>;
}

export function accountApi(call: Call): AccountApi {
	return {
		async balance(options) {
			return answerOf(await call({ path: "/balance" }, options));
		},
		async get(options) {
			return answerOf(await call({ path: "/account" }, options));
		},
		async usage(query, options) {
			return answerOf(await call({ path: "/usage", query }, options));
		},
	};
}
