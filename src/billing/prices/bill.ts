import type { FastifyRequest } from "fastify";
import type { ApiRoute, ApiRouteText } from "../../api/api-route.ts";
import type { HandlerWithHooks, RouteHandler } from "../../platform/http/register-routes.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import type { Action } from "./actions.ts";
import type { LineItem } from "./priced.ts";

/** The validated parameters of a call. */
export type CallInput = Pick<FastifyRequest, "params" | "query" | "body">;

/** The result of billing a call: the line items to be paid for, plus whatever the handler needs. */
export interface Billed {
	readonly lineItems: readonly LineItem[];
}

/** Determines the line items of a call before anything is charged. @throws HttpError if the call fails, in which case it is free. */
export type Bill<Caller, Work extends Billed = Billed> = (
	input: CallInput,
	caller: Caller,
) => MaybePromise<Work>;

/** A bill for people: line items and helpful notes. */
export interface Quote extends Billed {
	readonly notes: readonly string[];
}

interface BilledText<Parts, Caller, Work extends Billed> extends ApiRouteText {
	readonly charges: readonly Action[];
	readonly bill: (parts: Parts) => Bill<Caller, Work>;
	/** Charges the line items of the bill and answers from the rest of it. */
	readonly handle: (parts: Parts, bill: Bill<Caller, Work>) => RouteHandler | HandlerWithHooks;
	/** Notes for a person who sees the price. */
	readonly notes?: (work: Work, input: CallInput) => readonly string[];
}

/** An endpoint that costs something. */
export interface BilledRoute<Parts, Caller> extends ApiRoute<Parts> {
	/** The cost of a call for this caller. @throws HttpError like the call itself. */
	readonly quote: (parts: Parts) => (input: CallInput, caller: Caller) => Promise<Quote>;
}

/** Quotes for calls, by `operationId`. */
export type QuoteTable<Caller> = ReadonlyMap<
	string,
	{
		readonly route: ApiRouteText;
		readonly quote: (input: CallInput, caller: Caller) => Promise<Quote>;
	}
>;

/** Declares a billed endpoint: its handler charges, and its quote shows, the same bill. */
export function billed<Parts, Caller, Work extends Billed>(
	declared: BilledText<Parts, Caller, Work>,
): BilledRoute<Parts, Caller> {
	const { bill, notes, handle, ...text } = declared;
	return {
		...text,
		errors: [...(text.errors ?? []), "insufficient_credits"],
		handle: (parts) => handle(parts, bill(parts)),
		quote: (parts) => {
			const workOf = bill(parts);
			return async (input, caller) => {
				const work = await workOf(input, caller);
				return { lineItems: work.lineItems, notes: notes?.(work, input) ?? [] };
			};
		},
	};
}
