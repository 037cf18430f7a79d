import type { ErrorCatalogue } from "./http-error.ts";

interface ErrorResponse {
	readonly description: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly content: Readonly<Record<string, { readonly schema: unknown; readonly examples?: unknown }>>;
}

interface ErrorTexts {
	readonly errors: ErrorCatalogue;
	readonly errorExample?: (code: string) => object;
}

/** The error responses of an operation, one for each status, with an example for each code that has one. */
export function errorResponses(
	codes: readonly string[],
	mayHaveBody: boolean,
	headers: Readonly<Record<string, unknown>>,
	texts: ErrorTexts,
): Record<string, ErrorResponse> {
	const byStatus = new Map<number, string[]>();
	for (const code of new Set(codes)) {
		const { status } = texts.errors[code] ?? unknownCode(code);
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	if (mayHaveBody) byStatus.set(413, ["bad_request"]);
	return Object.fromEntries(
		[...byStatus]
			.sort(([a], [b]) => a - b)
			.map(([status, these]) => [status, errorResponse(status, these, headers, texts)]),
	);
}

function unknownCode(code: string): never {
	throw new Error(`there is no error "${code}"`);
}

function errorResponse(
	status: number,
	codes: readonly string[],
	headers: Readonly<Record<string, unknown>>,
	{ errors, errorExample }: ErrorTexts,
): ErrorResponse {
	const waits = status === 429 || status === 503;
	const retryAfter = { description: "Seconds to wait.", schema: { type: "integer" }, example: 17 };
	const own = codes.flatMap((code) => Object.entries(errors[code]?.headers ?? {}));
	const all = {
		...headers,
		...Object.fromEntries(
			own.map(([name, value]) => [titleCase(name), { schema: { type: "string" }, example: value }]),
		),
		...(waits ? { "Retry-After": retryAfter } : {}),
	};
	return {
		description: codes.map((code) => `\`${code}\``).join(", "),
		...(Object.keys(all).length > 0 ? { headers: all } : {}),
		content: {
			"application/json": {
				schema: { $ref: "#/components/schemas/Error" },
				...(errorExample
					? { examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])) }
					: {}),
			},
		},
	};
}

/** `www-authenticate` → `WWW-Authenticate` */
function titleCase(name: string): string {
	return name.replace(/^www|\b[a-z]/g, (start) => start.toUpperCase());
}
