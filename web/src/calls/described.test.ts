import { readFileSync } from "node:fs";
import { endpoints } from "virtual:endpoints";
import { expect, test } from "vitest";
import { expanded } from "./expanded.ts";

interface Described {
	readonly paths: Record<string, Record<string, Operation>>;
}
interface Operation {
	readonly parameters?: readonly { readonly name: string; readonly in: string }[];
	readonly requestBody?: { readonly content: Record<string, { readonly schema: { properties?: object } }> };
}

const { paths }: Described = expanded(
	JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")),
);

test("every API endpoint except the signed URLs themselves can be built", () => {
	const described = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const built = endpoints.map(({ method, path }) => `${method} ${path}`);
	expect(built.toSorted()).toEqual(described.filter((name) => !name.includes("{token}")).toSorted());
});

test.each(endpoints)("the form of $id has exactly the parameters that the API defines", (endpoint) => {
	if (endpoint.runsElsewhere) return;
	const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
	const inRequest = (operation?.parameters ?? []).filter((parameter) => parameter.in !== "header");
	const inBody = Object.keys(operation?.requestBody?.content["application/json"]?.schema.properties ?? {});
	const known = [...inRequest.map(({ name }) => name), ...inBody];
	expect(endpoint.fields.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
