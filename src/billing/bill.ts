import type { FastifyRequest } from "fastify";
import type { ApiRoute, ApiRouteText } from "../api/api-route.ts";
import type { HandlerWithHooks, RouteHandler } from "../platform/http/register-routes.ts";
import type { MaybePromise } from "../platform/maybe-promise.ts";
import type { Action } from "./actions.ts";
import type { LineItem } from "./priced.ts";

/** The parameters of a call, read by its schemas. */
export type CallInput = Pick<FastifyRequest, "params" | "query" | "body">;

/** What a call comes to, with what has to be paid for it. */
export interface Billed {
	readonly lineItems: readonly LineItem[];
}

/** Works out what a call comes to before anything is charged. @throws HttpError what the call is answered instead, free of charge. */
export type Bill<Caller, Work extends Billed = Billed> = (
	input: CallInput,
	caller: Caller,
) => MaybePromise<Work>;

/** A bill for people: line items, and what is good to know beside them. */
export interface Quote extends Billed {
	readonly notes: readonly string[];
}

interface BilledText<Parts, Caller, Work extends Billed> extends ApiRouteText {
	readonly charges: readonly Action[];
	readonly bill: (parts: Parts) => Bill<Caller, Work>;
	/** Charges the line items of the bill and answers from the rest of it. */
	readonly handle: (parts: Parts, bill: Bill<Caller, Work>) => RouteHandler | HandlerWithHooks;
	/** What a person should know who sees the price. */
	readonly notes?: (work: Work, input: CallInput) => readonly string[];
}

/** An endpoint that costs something. */
export interface BilledRoute<Parts, Caller> extends ApiRoute<Parts> {
	/** What a call would cost this caller. @throws HttpError as the call itself would answer. */
	readonly quote: (parts: Parts) => (input: CallInput, caller: Caller) => Promise<Quote>;
}

/** How calls are quoted, by `operationId`. */
export type QuoteTable<Caller> = ReadonlyMap<
	string,
	{
		readonly route: ApiRouteText;
		readonly quote: (input: CallInput, caller: Caller) => Promise<Quote>;
	}
>;

/** Declares an endpoint that costs something: what its handler charges and what a quote shows come from the same bill. */
export function billed<Parts, Caller, Work extends Billed>(
	declared: BilledText<Parts, Caller, Work>,
): BilledRoute<Parts, Caller> {
	const { bill, notes, handle, ...text } = declared;
	return {
		...text,
		errors: [...text.errors, "insufficient_credits"],
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
