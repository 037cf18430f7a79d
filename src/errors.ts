import type { ErrorCatalogue } from "./platform/http/http-error.ts";
import { type Declared, rooms, type UnionToIntersection } from "./rooms.ts";

type Errors = UnionToIntersection<Declared<"errors">>;
export type ErrorCode = keyof Errors;

/** Every error that the service answers with, by code. */
export const errorCatalogue: ErrorCatalogue<ErrorCode> = Object.assign(
	{},
	...rooms.map(({ errors }) => errors),
);

/** Those of `/api/v1` (SPEC 7), which say when they occur, by status. */
export const apiErrorCatalogue: ErrorCatalogue = Object.fromEntries(
	Object.entries(errorCatalogue)
		.filter(([, { when }]) => when !== undefined)
		.sort(([, one], [, other]) => one.status - other.status),
);
