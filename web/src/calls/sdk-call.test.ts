import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endpoints } from "virtual:endpoints";
import ts from "typescript";
import { expect, test } from "vitest";
import { ownValues, type Values } from "./endpoint.ts";
import { sdkProgram } from "./sdk-call.ts";
import { sdkMethods } from "./sdk-methods.ts";

const everything: Values = {
	barcode: "0725272730706",
	barcodes: "4011\n0012",
	include: ["info", "images"],
	variants: ["front"],
	variant: "front_clean",
	page: "2",
	per_page: "100",
	updated_since: "2026-11-01",
	search: "07",
	min_digits: "4",
	max_digits: "13",
	has_front: "true",
	has_back: "false",
	ownership: 'the "house"',
	has: "nutrition, info.brand",
	missing: "catalog_meta.variety",
	include_metadata: "true",
	include_fields: "false",
	fields: "true",
	counts: "true",
	items: "4011 0012",
	max_credits: "12.5",
	name: 'the "autumn" list',
	order_id: "ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS",
	cursor: "q83vEjRW",
	limit: "100",
	wait: "5",
	size: "500",
	from: "2026-11-01",
	to: "2026-11-02",
	granularity: "hour",
};

function programsWith(values: Values): Map<string, string> {
	return new Map(
		endpoints.flatMap((endpoint) => {
			const sdk = sdkMethods[endpoint.id];
			if (!sdk) return [];
			const call = sdk(ownValues(endpoint, values));
			return [
				[
					`/${endpoint.id}.ts`,
					sdkProgram(call, { origin: "https://packshot.example", clientId: "ps_client_a" }),
				],
			];
		}),
	);
}

test("every SDK method belongs to an existing endpoint", () => {
	const ids = endpoints.map(({ id }) => id);
	expect(Object.keys(sdkMethods).filter((id) => !ids.includes(id))).toEqual([]);
});

test("reading one product looks like the SDK's own README", () => {
	const readme = readFileSync(new URL("../../../sdk/README.md", import.meta.url), "utf8");
	const values = { barcode: "0725272730706", include: ["info", "hechshers"] };
	const [call] = /await packshot\.products\.get\("0725272730706".*;/.exec(readme) ?? ["not in the README"];
	expect(programsWith(values).get("/getProduct.ts")).toContain(`const answer = ${call}`);
});

test("a listing goes through all pages unless one is named", () => {
	expect(programsWith({}).get("/listProducts.ts")).toContain("of packshot.products.list())");
	expect(programsWith({ page: "3" }).get("/listProducts.ts")).toContain(
		"packshot.products.list({ page: 3 }).page()",
	);
});

test("the code for every endpoint compiles against the SDK, with all parameters and with the fewest possible", () => {
	const few = programsWith({
		barcode: "4011",
		barcodes: "4011",
		variant: "front",
		items: "4011",
		order_id: "ord_1",
	});
	const programs = new Map(
		[...programsWith(everything)].map(([name, text]) => [name.replace("/", "/all-"), text]),
	);
	expect(faultsIn(new Map([...few, ...programs]))).toEqual([]);
});

function faultsIn(programs: ReadonlyMap<string, string>): string[] {
	const options: ts.CompilerOptions = {
		target: ts.ScriptTarget.ES2023,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		allowImportingTsExtensions: true,
		types: ["node"],
		typeRoots: [fileURLToPath(new URL("../../../node_modules/@types", import.meta.url))],
		paths: { "@packshot/sdk": [fileURLToPath(new URL("../../../sdk/src/index.ts", import.meta.url))] },
	};
	const host = ts.createCompilerHost(options);
	const { readFile, fileExists } = host;
	host.readFile = (name) => programs.get(name) ?? readFile(name);
	host.fileExists = (name) => programs.has(name) || fileExists(name);
	const getSourceFile = host.getSourceFile.bind(host);
	host.getSourceFile = (name, ...rest) => {
		const text = programs.get(name);
		return text === undefined
			? getSourceFile(name, ...rest)
			: ts.createSourceFile(name, text, ts.ScriptTarget.ES2023);
	};
	const program = ts.createProgram([...programs.keys()], options, host);
	return [...programs.keys()].flatMap((name) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
			({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
		);
	});
}
