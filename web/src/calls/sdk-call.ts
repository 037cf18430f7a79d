import type { Caller } from "./curl.ts";
import { itemsOf, type Sdk, type SdkCall, textOf, type Values } from "./endpoint.ts";

const BARCODES = "barcodes";
const LISTS: ReadonlySet<string> = new Set([BARCODES, "items", "include", "variants", "has", "missing"]);
const NUMBERS: ReadonlySet<string> = new Set([
	"page",
	"per_page",
	"min_digits",
	"max_digits",
	"limit",
	"wait",
	"max_credits",
]);

/** A call with its positional parameters, followed by an object of all others. */
export function call(method: string, positional: readonly string[] = []): Sdk {
	return (values) => {
		const named = Object.keys(values).filter((name) => !positional.includes(name));
		const parameters = [...positional.map((name) => literal(values, name)), ...objectOf(values, named)];
		return {
			lines: [`const answer = await packshot.${method}(${parameters.join(", ")});`, "console.log(answer);"],
		};
	};
}

/** A listing, all pages of which the program reads unless one is requested. */
export function listing(method: string): Sdk {
	return (values) => {
		// The SDK follows cursors by itself.
		const names = Object.keys(values).filter((name) => name !== "cursor");
		const parameters = objectOf(values, names).join(", ");
		if (textOf(values, "page") !== "") {
			return {
				lines: [
					`const page = await packshot.${method}(${parameters}).page();`,
					"console.log(page.pagination.total);",
				],
			};
		}
		return {
			lines: [
				`for await (const { barcode, variants } of packshot.${method}(${parameters})) {`,
				'\tconsole.log(barcode, variants.join(", "));',
				"}",
			],
		};
	};
}

/** Iterates over all rows of a call, page by page. */
export function everyRow(row: string, method: string, positional: readonly string[] = []): Sdk {
	return (values) => {
		const parameters = positional.map((name) => literal(values, name)).join(", ");
		return {
			lines: [
				`for await (const ${row} of packshot.${method}(${parameters})) {`,
				`\tconsole.log(${row});`,
				"}",
			],
		};
	};
}

/** Saves the file that a call returns: `name` and `bytes` are expressions on its result. */
export function saved(
	method: string,
	positional: readonly string[],
	named: readonly string[],
	{ name, bytes }: { readonly name: string; readonly bytes: string },
): Sdk {
	return (values) => {
		const parameters = [...positional.map((one) => literal(values, one)), ...objectOf(values, named)];
		return {
			imports: ['import { writeFile } from "node:fs/promises";'],
			lines: [
				`const file = await packshot.${method}(${parameters.join(", ")});`,
				`await writeFile(${name}, ${bytes});`,
			],
		};
	};
}

/** A complete program for a call; the secret comes from the environment, and so does the client id if none is given. */
export function sdkProgram({ lines, imports = [] }: SdkCall, { origin, clientId }: Caller): string {
	return [
		...imports,
		'import { createPackshot } from "@packshot/sdk";',
		"",
		"const packshot = createPackshot({",
		`\tbaseUrl: ${JSON.stringify(origin)},`,
		`\tclientId: ${clientId === undefined ? 'process.env.PACKSHOT_CLIENT_ID ?? ""' : JSON.stringify(clientId)},`,
		'\tapiKey: process.env.PACKSHOT_API_KEY ?? "",',
		"});",
		"",
		...lines,
		"",
	].join("\n");
}

function objectOf(values: Values, names: readonly string[]): readonly string[] {
	const pairs = names
		.filter((name) => (LISTS.has(name) ? itemsOf(values, name).length > 0 : textOf(values, name) !== ""))
		.map((name) => `${name}: ${literal(values, name)}`);
	return pairs.length === 0 ? [] : [`{ ${pairs.join(", ")} }`];
}

function literal(values: Values, name: string): string {
	if (LISTS.has(name))
		return `[${itemsOf(values, name)
			.map((item) => JSON.stringify(item))
			.join(", ")}]`;
	const text = textOf(values, name);
	if (NUMBERS.has(name) && /^\d+(\.\d+)?$/.test(text)) return String(Number(text));
	return text === "true" || text === "false" ? text : JSON.stringify(text);
}
