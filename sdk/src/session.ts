/** An access token and what is needed to get the next one. */
export interface HeldToken {
	readonly accessToken: string;
	readonly refreshToken?: string | undefined;
	/** Epoch milliseconds from which it is renewed before use; absent if its expiry is unknown. */
	readonly renewAtMs?: number | undefined;
}

/** Obtains a new token. `last` is the previous one: rejected, or about to expire. */
export type ObtainToken = (last: HeldToken | undefined) => Promise<HeldToken>;

/** The access token of a client, kept only in memory (SPEC 5 rule 9). */
export interface Session {
	/** The token to send; obtained first if there is none or it is about to expire. */
	token(): Promise<string>;
	/** The token to send instead of one that was rejected. */
	tokenAfter(rejected: string): Promise<string>;
	/** The current token, if any. */
	held(): string | undefined;
	/** Drops a token that is no longer of use, and its refresh token. */
	forget(accessToken: string): void;
}

/** Concurrent calls that need a new token share one request for it. */
export function session(obtain: ObtainToken, now: () => number): Session {
	let held: HeldToken | undefined;
	let obtaining: Promise<HeldToken> | undefined;

	function renewed(): Promise<HeldToken> {
		if (obtaining) return obtaining;
		const last = held;
		// A refresh token works once: whatever the outcome, it must not be presented again (SPEC 5 rule 4).
		held = undefined;
		obtaining = obtain(last)
			.then((next) => {
				held = next;
				return next;
			})
			.finally(() => {
				obtaining = undefined;
			});
		return obtaining;
	}

	async function token(): Promise<string> {
		const isFresh = held !== undefined && now() < (held.renewAtMs ?? Number.POSITIVE_INFINITY);
		return (isFresh && held ? held : await renewed()).accessToken;
	}

	return {
		token,
		tokenAfter(rejected) {
			if (held?.accessToken !== rejected) return token();
			return renewed().then(({ accessToken }) => accessToken);
		},
		held: () => held?.accessToken,
		forget(accessToken) {
			if (held?.accessToken === accessToken) held = undefined;
		},
	};
}
