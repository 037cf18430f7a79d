import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { callableEndpoints } from "./src/calls/described.ts";
import { expanded } from "./src/calls/expanded.ts";

const NAME = "virtual:endpoints";
const DOCUMENT = new URL("../docs/openapi.json", import.meta.url);

/** The endpoints of the API with their forms, made of its OpenAPI document when the pages are built. */
export function endpointList(): Plugin {
	return {
		name: "endpoint-list",
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) =>
			id === `\0${NAME}`
				? `export const endpoints = ${JSON.stringify(callableEndpoints(expanded(JSON.parse(readFileSync(DOCUMENT, "utf8")))))};`
				: undefined,
	};
}
