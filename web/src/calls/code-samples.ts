import { type Caller, curlOf } from "./curl.ts";
import { type Endpoint, ownValues, type Values } from "./endpoint.ts";
import { API_PATH, bodyOf, pathOf, queryOf } from "./request.ts";
import { sdkProgram } from "./sdk-call.ts";
import { sdkMethods } from "./sdk-methods.ts";

export const languages = ["curl", "TypeScript", "Python"] as const;
export type Language = (typeof languages)[number];

/** A call as code, in each language that can make it. */
export function codeSamples(
	endpoint: Endpoint,
	values: Values,
	caller: Caller,
): Readonly<Partial<Record<Language, string>>> {
	const own = ownValues(endpoint, values);
	const sdk = sdkMethods[endpoint.id]?.(own);
	return {
		curl: curlOf(endpoint, own, caller),
		...(sdk ? { TypeScript: sdkProgram(sdk, caller) } : {}),
		Python: pythonOf(endpoint, own, caller),
	};
}

/** A program that makes a call with `requests`; with a client id it signs in first, by `PACKSHOT_API_KEY`, else it takes `ACCESS_TOKEN`. */
function pythonOf(endpoint: Endpoint, values: Values, { origin, clientId }: Caller): string {
	const { isPublic } = endpoint;
	return [
		...(isPublic ? [] : ["import os", ""]),
		"import requests",
		"",
		`API = ${literal(origin + API_PATH)}`,
		...(isPublic ? [] : ["", ...(clientId === undefined ? tokenOfReader : signIn(clientId))]),
		"",
		"answer = requests.request(",
		...argumentsOf(endpoint, values).map((argument) => `    ${argument},`),
		")",
		...shown(endpoint),
		"",
	].join("\n");
}

const tokenOfReader = [`access_token = os.environ["ACCESS_TOKEN"]`];

function signIn(clientId: string): readonly string[] {
	return [
		"signed_in = requests.post(",
		'    f"{API}/auth/token",',
		`    json={"client_id": ${literal(clientId)}, "api_key": os.environ["PACKSHOT_API_KEY"]},`,
		"    timeout=30,",
		")",
		"signed_in.raise_for_status()",
		'access_token = signed_in.json()["access_token"]',
	];
}

function argumentsOf(endpoint: Endpoint, values: Values): readonly string[] {
	const query = queryOf(endpoint, values);
	const body = bodyOf(endpoint, values);
	return [
		`${literal(endpoint.method)}`,
		`API + ${literal(pathOf(endpoint, values))}`,
		...(Object.keys(query).length > 0 ? [`params=${literal(query)}`] : []),
		...(endpoint.isPublic ? [] : ['headers={"Authorization": f"Bearer {access_token}"}']),
		...(body === undefined ? [] : [`json=${literal(body)}`]),
		"timeout=60",
	];
}

function shown({ returns }: Endpoint): readonly string[] {
	if (returns === "json") return ["print(answer.status_code, answer.json())"];
	if (returns === "nothing") return ["print(answer.status_code, dict(answer.headers))"];
	return [
		"answer.raise_for_status()",
		`with open(${literal(returns.fileName)}, "wb") as file:`,
		"    file.write(answer.content)",
	];
}

/** A JSON value as a Python literal. JSON strings are valid Python strings. */
function literal(value: unknown): string {
	if (value === null) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
	if (typeof value !== "object") return JSON.stringify(value);
	const members = Object.entries(value).map(([name, member]) => `${literal(name)}: ${literal(member)}`);
	return `{${members.join(", ")}}`;
}
