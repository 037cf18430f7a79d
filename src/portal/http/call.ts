import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteAnswer, RouteBody, RouteName, RoutePath, RouteQuery, Routes } from "../contract.ts";
import type { Actor } from "../events.ts";
import type { AccountSessionTable, AccountTable } from "../tables.ts";
import type { MemberAccess, MemberRole, PortalAccess } from "./contract.ts";

/** Who is signed in. */
export interface Person {
	/** Their own account, with which they sign in. */
	readonly account: AccountTable;
	readonly session: AccountSessionTable;
	readonly csrfToken: string;
}

/** Who is signed in, and for which account they act. */
export interface Member extends Person {
	/** Their own account, or one that they were invited to. */
	readonly shop: AccountTable;
	readonly role: MemberRole;
}

/** Endpoints that are not about an account cannot act for one. */
type CallerOf<A extends PortalAccess> = A extends "public"
	? Member | undefined
	: A extends MemberAccess
		? Member
		: Person;

/** One call of a route as passed to its handler: everything has been validated by then. */
export interface Call<N extends RouteName> {
	readonly path: RoutePath<N>;
	readonly query: RouteQuery<N>;
	readonly body: RouteBody<N>;
	readonly person: CallerOf<Routes[N]["access"]>;
	/** For the record of who did what. */
	readonly actor: Actor;
	readonly nowMs: number;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Handles a call. Routes without a JSON response send their response themselves or leave it at 204. */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<RouteAnswer<N>>;

export type Handlers<N extends RouteName = RouteName> = { readonly [Name in N]: Handler<Name> };

export function handlers<N extends RouteName>(given: Handlers<N>): Handlers<N> {
	return given;
}
