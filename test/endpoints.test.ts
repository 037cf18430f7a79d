import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { actions, isRetired } from "../src/billing/prices/actions.ts";

/** The table of routes, as docs/openapi.json has it (a test compares that with the service), against all that is written per endpoint. */

interface Operation {
	readonly "x-charges"?: readonly string[];
}
const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const textOf = (path: string) => readFileSync(fileOf(path), "utf8");
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
	textOf("docs/openapi.json"),
);
const operations = Object.entries(paths).flatMap(([path, item]) =>
	Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

test("docs/interface.md names every endpoint, and none that does not exist", () => {
	const endpoints = operations.map(({ method, path }) => `${method} ${path}`);
	const named = textOf("docs/interface.md").matchAll(/\b(GET|HEAD|POST|PUT|DELETE|PATCH) (\/[\w/{}-]+)/g);
	const documented = new Set([...named].map(([, method, path]) => `${method} ${path}`));
	expect([...documented].filter((endpoint) => !endpoints.includes(endpoint))).toEqual([]);
	// HEAD is a GET without the body, which the document says once, except where it does more.
	const missing = endpoints.filter(
		(endpoint) => !documented.has(endpoint) && !documented.has(endpoint.replace(/^HEAD /, "GET ")),
	);
	expect(missing).toEqual([]);
});

test("the price list is what endpoints charge for, besides what is retired", () => {
	const charged = new Set(operations.flatMap(({ operation }) => operation["x-charges"] ?? []));
	expect([...charged].toSorted()).toEqual(actions.filter((action) => !isRetired(action)).toSorted());
});

test("the SDK has the words of every path", () => {
	const sources = readdirSync(fileOf("sdk/src"), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts") && !/\.(?:test|testing)\.ts$|-types\.ts$/.test(name))
		.map((name) => textOf(`sdk/src/${name}`))
		.join("\n");
	const words = (path: string) => path.split("/").filter((word) => word !== "" && !word.startsWith("{"));
	const missing = operations.filter(
		({ path }) => !words(path).every((word) => new RegExp(`["\`}/]${word}[/"\`]`).test(sources)),
	);
	expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
