import type { FastifyRequest } from "fastify";
import { badRequest } from "../../platform/http/http-error.ts";
import { isUnstorable } from "../../platform/plain-text.ts";
import { portalError } from "../errors.ts";

/**
 * Refuses what no database can store (NUL, lone surrogates) before any query: nothing with such a name can exist (404), and a body
 * containing it is invalid (400). One engine would fail, the other would find nothing.
 */
export async function refuseUnstorable({ params, query, body }: FastifyRequest): Promise<void> {
	if (unstorableIn(params) !== undefined) throw portalError("not_found");
	const name = unstorableIn(query) ?? unstorableIn(body);
	if (name !== undefined) throw badRequest(`${name}: holds NUL or broken Unicode.`);
}

/** The name of the first member of an object whose text cannot be stored. Lists of texts are checked too; texts nested deeper have a pattern. */
function unstorableIn(given: unknown): string | undefined {
	if (typeof given !== "object" || given === null) return undefined;
	return Object.entries(given).find(([, value]) =>
		[value].flat().some((text) => typeof text === "string" && isUnstorable(text)),
	)?.[0];
}
