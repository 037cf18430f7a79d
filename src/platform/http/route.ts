import type { Static, TObject, TSchema } from "typebox";
import type { Deprecations } from "./deprecation.ts";

/** One endpoint, declared once: validation, serialisation, types and OpenAPI derive from it. Its key in the table is its method and path. */
export interface Route<Access = unknown> extends Deprecations {
	/** `operationId`; derived from the key by default. */
	readonly id?: string;
	readonly tag: string;
	readonly summary: string;
	readonly description?: string;
	/** What access requires; its values are interpreted by the API's guard. */
	readonly access: Access;
	/** Path parameters. Their values are validated where they are looked up. */
	readonly path?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** Maximum body size in bytes, if it differs from the default. */
	readonly bodyLimitBytes?: number;
	/** Media type of a body that the handler reads from the request itself, as it arrives. */
	readonly bodyMedia?: string;
	/** By default 200, or 204 for an answer without content. */
	readonly status?: number;
	/** Schema of the JSON answer. */
	readonly answer?: TSchema;
	/** Media types of a non-JSON answer. */
	readonly media?: readonly string[];
	/** Description of the answer, in one sentence. */
	readonly answerText?: string;
	/** Additional headers by name, with their meaning. */
	readonly answerHeaders?: Readonly<Record<string, string>>;
	/** Error codes of its own, in addition to those implied by its access. */
	readonly errors?: readonly string[];
}

/** Routes by key: the method and the path below the API's base, such as `GET /things/{thing_id}`. */
export type RouteTable<R extends Route = Route> = Readonly<Record<string, R>>;

/** Splits a key into the method in capitals and the path with its parameters in braces. */
export function methodAndPath(name: string): { readonly method: string; readonly path: string } {
	const [method = "", path = ""] = name.split(" ");
	return { method, path };
}

export function statusOf({ status, answer, media }: Route): number {
	return status ?? (answer || media ? 200 : 204);
}

type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S extends TSchema }
	? Static<S>
	: undefined;

/** Types of a route's input and answer. */
export type PathOf<R> = Part<R, "path">;
export type QueryOf<R> = Part<R, "query">;
export type BodyOf<R> = Part<R, "body">;
export type AnswerOf<R> = Part<R, "answer">;
