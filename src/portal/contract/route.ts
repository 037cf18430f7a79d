import type { Static, TObject, TSchema } from "typebox";
import type { PortalErrorCode } from "./errors.ts";

/** One endpoint of the portal's API, said once. */
export interface Route {
	readonly tag: string;
	readonly summary: string;
	readonly description?: string;
	/** `public` needs no session, `account` one, `administrator` one of an administrator. */
	readonly access: "public" | "account" | "administrator";
	/** Names in the path are checked where they are looked up: whatever is not the caller's is 404. */
	readonly path?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** The JSON answer; without one the answer is 204, unless it is of `media`. */
	readonly answer?: TSchema;
	/** Media type of an answer that is not JSON. */
	readonly media?: string;
	/** 200 unless it is said, 204 without an answer. */
	readonly status?: number;
	/** Errors of its own, beside those that every endpoint of its access gives. */
	readonly errors: readonly PortalErrorCode[];
}

type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S extends TSchema }
	? Static<S>
	: undefined;

/** What a call of a route takes and gives. */
export type PathOf<R> = Part<R, "path">;
export type QueryOf<R> = Part<R, "query">;
export type BodyOf<R> = Part<R, "body">;
export type AnswerOf<R> = Part<R, "answer">;
