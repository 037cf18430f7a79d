import type { Static, TObject, TSchema } from "typebox";
import type { Deprecations } from "./deprecation.ts";

/**
 * One endpoint, said once: requests are checked, answers written, calls typed and the OpenAPI document made from it. Its method and path
 * are its name in the table of routes.
 */
export interface Route<
	Access extends string | readonly string[] = string | readonly string[],
	Code extends string = string,
> extends Deprecations {
	/** `operationId`; made of the name where it is absent. */
	readonly id?: string;
	readonly tag: string;
	readonly summary: string;
	readonly description?: string;
	/** What a caller needs; the guard of the API knows what each one means. */
	readonly access: Access;
	/** Names in the path. What they may be is checked where they are looked up. */
	readonly path?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** Most bytes of a body, where it is not what every endpoint takes. */
	readonly bodyLimitBytes?: number;
	/** Media type of a body that the handler reads from the request by itself, as it arrives. */
	readonly bodyMedia?: string;
	/** 200, or 204 for an answer without content, unless it is said. */
	readonly status?: number;
	/** The JSON body of the answer. */
	readonly answer?: TSchema;
	/** Media types of an answer that is not JSON. */
	readonly media?: readonly string[];
	/** The answer in a sentence. */
	readonly answerText?: string;
	/** Headers of its own, by name, with their meaning. */
	readonly answerHeaders?: Readonly<Record<string, string>>;
	/** Errors of its own, beside those that every endpoint of its access gives. */
	readonly errors: readonly Code[];
}

/** Routes by name: `GET /things/{thing_id}`, the method and the path below the API's base. */
export type RouteTable<R extends Route = Route> = Readonly<Record<string, R>>;

/** A name taken apart: method in capitals, and path with its names in braces. */
export function methodAndPath(name: string): { readonly method: string; readonly path: string } {
	const [method = "", path = ""] = name.split(" ");
	return { method, path };
}

/** The status of an answer that is no error. */
export function statusOf({ status, answer, media }: Route): number {
	return status ?? (answer || media ? 200 : 204);
}

type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S extends TSchema }
	? Static<S>
	: undefined;

/** What a call of a route takes and gives. */
export type PathOf<R> = Part<R, "path">;
export type QueryOf<R> = Part<R, "query">;
export type BodyOf<R> = Part<R, "body">;
export type AnswerOf<R> = Part<R, "answer">;
