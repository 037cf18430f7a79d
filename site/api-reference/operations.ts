import { describedEndpoints } from "../../web/src/calls/described.ts";
import type { Endpoint } from "../../web/src/calls/endpoint.ts";
import type {
	ApiDocument,
	DocumentedAnswer,
	DocumentedOperation,
	DocumentedParameter,
} from "../../web/src/calls/openapi.ts";
import { type OperationError, operationErrors } from "./errors.ts";
import { exampleOf } from "./example.ts";
import { type Member, memberOf, membersOf } from "./members.ts";

/** One call of the API, as the reference shows it. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly summary: string;
	readonly description: string;
	readonly isDeprecated: boolean;
	readonly endpoint: Endpoint;
	/** The actions it can be charged for, by their keys in the price list. */
	readonly charges: readonly string[];
	readonly parameters: readonly ParameterGroup[];
	readonly body: readonly Member[] | undefined;
	readonly answers: readonly Answer[];
	readonly errors: readonly OperationError[];
}

export interface ParameterGroup {
	readonly title: string;
	readonly members: readonly Member[];
}

export interface Answer {
	readonly status: string;
	readonly description: string;
	/** Media types, if it is not JSON. */
	readonly media: readonly string[];
	/** Headers specific to this response. */
	readonly headers: readonly Member[];
	readonly members?: readonly Member[];
	readonly example?: unknown;
}

export interface Group {
	readonly name: string;
	readonly description: string;
	readonly operations: readonly Operation[];
}

/** All operations of a document, grouped by tag in document order. */
export function groupsOf(document: ApiDocument): readonly Group[] {
	const operations = operationsOf(document);
	return document.tags.map(({ name, description = "" }) => ({
		name,
		description,
		operations: operations.filter(({ endpoint }) => endpoint.group === name),
	}));
}

function operationsOf(document: ApiDocument): readonly Operation[] {
	return describedEndpoints(document).flatMap((endpoint) => {
		const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
		return operation ? [operationOf(endpoint, operation, document)] : [];
	});
}

function operationOf(endpoint: Endpoint, operation: DocumentedOperation, document: ApiDocument): Operation {
	const { operationId, summary, description = "", deprecated = false, responses } = operation;
	const body = operation.requestBody?.content["application/json"]?.schema;
	return {
		id: operationId,
		method: endpoint.method,
		path: endpoint.path,
		summary,
		description,
		isDeprecated: deprecated,
		endpoint,
		charges: operation["x-charges"] ?? [],
		parameters: parameterGroups(operation.parameters ?? []),
		body: body && membersOf(body),
		answers: Object.entries(responses)
			.filter(([status]) => /^[23]/.test(status))
			.map(([status, answer]) => answerOf(status, answer)),
		errors: operationErrors(operation, document),
	};
}

const PLACES = [
	["path", "In the path"],
	["query", "In the query"],
	["header", "In a header"],
] as const;

function parameterGroups(parameters: readonly DocumentedParameter[]): readonly ParameterGroup[] {
	return PLACES.map(([place, title]) => ({
		title,
		members: parameters
			.filter((parameter) => parameter.in === place)
			.map(({ name, description, required, schema }) =>
				memberOf(name, { ...schema, ...(description ? { description } : {}) }, required),
			),
	})).filter(({ members }) => members.length > 0);
}

function answerOf(status: string, { description, headers = {}, content = {} }: DocumentedAnswer): Answer {
	const json = content["application/json"]?.schema;
	const own = Object.entries(headers).flatMap(([name, header]) =>
		"$ref" in header
			? []
			: [memberOf(name, { ...header.schema, description: header.description ?? "" }, true)],
	);
	return {
		status,
		description,
		media: Object.keys(content).filter((type) => type !== "application/json"),
		headers: own,
		...(json ? { members: membersOf(json), example: exampleOf(json) } : {}),
	};
}
