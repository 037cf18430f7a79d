import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteAnswer, RouteBody, RouteName, RoutePath, RouteQuery, Routes } from "../contract.ts";
import type { Actor } from "../events.ts";
import type { AccountSessionTable, AccountTable } from "../tables.ts";

/** Who is signed in. */
export interface Person {
	readonly account: AccountTable;
	readonly session: AccountSessionTable;
	readonly csrfToken: string;
}

/** One call of a route as passed to its handler: everything has been validated by then. */
export interface Call<N extends RouteName> {
	readonly path: RoutePath<N>;
	readonly query: RouteQuery<N>;
	readonly body: RouteBody<N>;
	readonly person: Routes[N]["access"] extends "public" ? Person | undefined : Person;
	/** For the record of who did what. */
	readonly actor: Actor;
	readonly nowMs: number;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Handles a call. Routes without a JSON response send their response themselves or leave it at 204. */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<RouteAnswer<N>>;

/** The handlers of some routes. */
export type Handlers<N extends RouteName = RouteName> = { readonly [Name in N]: Handler<Name> };
