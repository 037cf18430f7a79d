import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { OpenApiDocument } from "../../src/platform/http/openapi-document.ts";

/** The parts of an answer that the OpenAPI document describes. */
interface DescribedAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: unknown;
}

/** Status codes that any path can return before the request is routed. */
const UNROUTED_STATUSES = new Set([400, 404, 413, 429, 431, 500, 503]);

const compiled = new Map<string, ReturnType<typeof Compile>>();

/**
 * Checks an answer against the document: the status is described, the body has the described shape, and every mandatory header is present.
 * @throws Error naming the first deviation.
 */
export function requireDescribed(
	document: OpenApiDocument,
	method: string,
	path: string,
	answer: DescribedAnswer,
): void {
	const found = findOperation(document, method, path);
	if (!found) {
		if (!UNROUTED_STATUSES.has(answer.status)) throw new Error(`${method} ${path} is not described`);
		return;
	}
	const { name, operation } = found;
	const response = operation.responses[String(answer.status)];
	if (!response) throw new Error(`${name} answered ${answer.status}, which is not described`);
	requireHeaders(name, answer, Object.keys(response.headers ?? {}));
	const types = Object.keys(response.content ?? {});
	const [type] = answer.headers.get("content-type")?.split(";") ?? [];
	// The type is among the common headers, so that answers without a body have it as well.
	const isEmpty = type === "application/json" && answer.body === undefined;
	const isTyped = method !== "HEAD" && answer.status < 300 && type !== undefined && !isEmpty;
	if (isTyped && !types.includes(type)) {
		throw new Error(`${name} answered ${answer.status} with ${type}, which is not described`);
	}
	const schema = response.content?.["application/json"]?.schema;
	if (schema && method !== "HEAD") requireShape(`${name} ${answer.status}`, schema, answer.body);
}

function findOperation(document: OpenApiDocument, method: string, path: string) {
	const bare = path.replace(/\?.*$/, "").replace(/(?<=.)\/$/, "");
	const candidates = Object.entries(document.paths).filter(([template]) => {
		const pattern = template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
		return new RegExp(`^${pattern}$`).test(bare);
	});
	// A path without parameters wins over one with them, as it does in the router.
	candidates.sort(([a], [b]) => a.split("{").length - b.split("{").length);
	for (const [template, operations] of candidates) {
		const operation = operations[method.toLowerCase()];
		if (operation) return { name: `${method} ${template}`, operation };
	}
	return undefined;
}

const SOMETIMES = new Set([
	"X-Credits-Remaining",
	"X-RateLimit-Limit-Day",
	"X-RateLimit-Remaining-Day",
	"Idempotency-Replayed",
]);

/** Headers of authenticated requests are only present once the client is known, so not on a 401. */
function requireHeaders(name: string, answer: DescribedAnswer, described: readonly string[]): void {
	for (const header of described) {
		const mayLack = SOMETIMES.has(header) && (answer.status >= 400 || header === "Idempotency-Replayed");
		if (!mayLack && answer.headers.get(header) === null) {
			throw new Error(`${name} ${answer.status} lacks the header ${header}`);
		}
	}
}

function requireShape(name: string, schema: unknown, body: unknown): void {
	const text = JSON.stringify(schema);
	const check = compiled.get(text) ?? Compile(schema as TSchema);
	compiled.set(text, check);
	if (check.Check(body)) return;
	const [first] = check.Errors(body);
	throw new Error(`${name}: ${first?.instancePath || "the body"} ${first?.message}: ${JSON.stringify(body)}`);
}
