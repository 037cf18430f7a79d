import type { ErrorCatalogue } from "./http-error.ts";
import type { ResponseMeta } from "./response-meta.ts";

/** What the product that is served adds to every answer, be it an error or a refusal before there is a request. */
export interface Conventions {
	/** Everything below this path follows them, such as `/api/`. */
	readonly path: string;
	readonly errors: ErrorCatalogue;
	/** The meta of a request that nothing was done for yet. */
	readonly newMeta: () => ResponseMeta;
	/** The headers of an answer. */
	readonly headers: (requestId: string, meta: ResponseMeta) => Record<string, string | number>;
}
