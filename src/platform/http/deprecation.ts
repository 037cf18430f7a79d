import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from "fastify";
import { DAY_MS } from "../time/durations.ts";

/** Headers that an answer carries when something deprecated was called, with their meaning. */
export const DEPRECATION_HEADERS: Readonly<Record<string, string>> = {
	Deprecation: "Since when what was called is deprecated (RFC 9745): `@` and a Unix second.",
	Sunset: "When it goes away (RFC 8594).",
	Link: 'Where it says what to use instead, with `rel="deprecation"`.',
};

/** Announces that something will be removed, and when. */
export interface Deprecation {
	/** The day from which it is deprecated, `YYYY-MM-DD`. */
	readonly since: string;
	/** The day of its removal, at least 90 days later (SPEC 9 rule 3). */
	readonly sunset: string;
	/** URL of a page that says what to use instead. */
	readonly link: string;
}

/** The deprecations of a route: of the route itself, or of query parameters by name. */
export interface Deprecations {
	readonly deprecated?: Deprecation;
	readonly deprecatedParameters?: Readonly<Record<string, Deprecation>>;
}

const SHORTEST_NOTICE_MS = 90 * DAY_MS;

/**
 * A hook that adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to the answers of a deprecated route, and to those of calls that use a
 * deprecated parameter. If several deprecations apply, the earliest dates are given, and every link.
 * @returns `undefined` if nothing is deprecated. @throws RangeError for an invalid date, and for less notice than promised.
 */
export function announceDeprecations({
	deprecated,
	deprecatedParameters = {},
}: Deprecations): onSendAsyncHookHandler | undefined {
	const parameters = Object.entries(deprecatedParameters);
	if (!deprecated && parameters.length === 0) return undefined;
	for (const each of [deprecated ?? [], ...parameters.map(([, one]) => one)].flat()) requireNotice(each);
	return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
		// Not the parsed query, in which an omitted parameter may have its default.
		const given = new URLSearchParams(request.url.split("?")[1]);
		const named = parameters.filter(([name]) => given.has(name)).map(([, one]) => one);
		const announced = deprecated ? [deprecated, ...named] : named;
		if (announced.length > 0) reply.headers(headersOf(announced));
		return payload;
	};
}

function requireNotice({ since, sunset, link }: Deprecation): void {
	const noticeMs = timeOf(sunset) - timeOf(since);
	// Negated, so that an invalid date (NaN) is rejected too.
	if (!(noticeMs >= SHORTEST_NOTICE_MS)) {
		throw new RangeError(`what is deprecated from ${since} may not go away on ${sunset} (${link})`);
	}
}

function headersOf(announced: readonly Deprecation[]): Record<string, string> {
	const since = Math.min(...announced.map((each) => timeOf(each.since)));
	const sunset = Math.min(...announced.map((each) => timeOf(each.sunset)));
	return {
		deprecation: `@${since / 1000}`,
		sunset: new Date(sunset).toUTCString(),
		link: [...new Set(announced.map(({ link }) => `<${link}>; rel="deprecation"`))].join(", "),
	};
}

function timeOf(day: string): number {
	return Date.parse(`${day}T00:00:00Z`);
}
