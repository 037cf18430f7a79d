import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tables } from "../platform/db/tables.ts";
import type { AnswerOf, BodyOf, PathOf, QueryOf } from "../platform/http/route.ts";
import type {
	MemberAccess,
	MemberRole,
	PageRoutes,
	PortalAccess,
	PortalRoute,
	SharedAccess,
} from "./contract.ts";
import type { Actor } from "./events.ts";

/** Who is signed in. */
export interface Person {
	/** Their own account, with which they sign in. */
	readonly account: Tables["account"];
	readonly session: Tables["account_session"];
	readonly csrfToken: string;
}

/** Who is signed in, and for which account they act. */
export interface Member extends Person {
	/** Their own account, or one that they were invited to. */
	readonly shop: Tables["account"];
	readonly role: MemberRole;
}

/** Endpoints that are not about an account cannot act for one. */
type CallerOf<A extends PortalAccess> = A extends "public"
	? Member | undefined
	: A extends MemberAccess | SharedAccess
		? Member
		: Person;

/** One call of a route as passed to its handler: everything has been validated by then. */
export interface Call<R extends Pick<PortalRoute, "access">> {
	readonly path: PathOf<R>;
	readonly query: QueryOf<R>;
	readonly body: BodyOf<R>;
	readonly person: CallerOf<R["access"]>;
	/** Who may call the route. */
	readonly access: PortalAccess;
	/** For the record of who did what. */
	readonly actor: Actor;
	readonly nowMs: number;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Handles a call. Routes without a JSON response send their response themselves or leave it at 204. */
export type Handler<R extends PortalRoute> = (call: Call<R>) => Promise<AnswerOf<R>>;

/** A handler for each of some routes. */
export type Handlers<Routes extends PageRoutes, Name extends keyof Routes = keyof Routes> = {
	readonly [N in Name]: Handler<Routes[N]>;
};

/** Types handlers by their contract: `handlers(keyRoutes)({ … })` handles some of its routes. */
export function handlers<Routes extends PageRoutes>(_contract: Routes) {
	return <Name extends keyof Routes>(given: Handlers<Routes, Name>): Handlers<Routes, Name> => given;
}

/** What the pages of a room call: a contract, and what handles it once it is given the parts that it names. */
export function pageApi<Routes extends PageRoutes, Parts>(
	routes: Routes,
	handlersOf: (parts: Parts) => Handlers<Routes>,
) {
	return { routes, handlersOf };
}
