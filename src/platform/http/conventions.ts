import type { ErrorCatalogue } from "./http-error.ts";
import type { ResponseMeta } from "./response-meta.ts";

/** What the product adds to every answer, including errors and refusals before there is a request. */
export interface Conventions {
	/** Path prefix that the conventions apply to, such as `/api/`. */
	readonly path: string;
	readonly errors: ErrorCatalogue;
	/** The initial meta of a request. */
	readonly newMeta: () => ResponseMeta;
	readonly headers: (requestId: string, meta: ResponseMeta) => Record<string, string | number>;
}
