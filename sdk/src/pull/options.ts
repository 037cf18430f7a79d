import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Variant } from "../product-types.ts";
import type { ListOptions } from "./barcode-list.ts";
import { SHOP_FORMATS } from "./shops/formats.ts";
import { unusable } from "./stopped.ts";
import { METADATA_SCOPES, PRODUCT_SCOPES, type Selection, VARIANTS } from "./wanted.ts";

/** Settings from the command line and the environment. */
export interface PullOptions {
	/** A file, or `-` for stdin. */
	readonly list: string;
	/** How the list is to be read. */
	readonly reading: ListOptions;
	readonly out: string;
	readonly wanted: Selection;
	readonly size: string;
	readonly maxCredits: number | undefined;
	readonly yes: boolean;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
	readonly format: string | undefined;
	readonly imageBaseUrl: string | undefined;
	readonly url: string;
	readonly clientId: string;
	readonly apiKey: string;
}

const OPTIONS = {
	column: { type: "string" },
	encoding: { type: "string" },
	delimiter: { type: "string" },
	sheet: { type: "string" },
	out: { type: "string", default: "." },
	include: { type: "string" },
	variants: { type: "string" },
	size: { type: "string", default: "full" },
	"max-credits": { type: "string" },
	yes: { type: "boolean", default: false },
	parallel: { type: "string", default: "4" },
	format: { type: "string" },
	"image-base-url": { type: "string" },
	url: { type: "string" },
	"client-id": { type: "string" },
	"api-key-file": { type: "string" },
	help: { type: "boolean", default: false },
	version: { type: "boolean", default: false },
} as const;

type Given = ReturnType<typeof parsed>["values"];

function parsed(args: readonly string[]) {
	try {
		return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw unusable((error as Error).message);
	}
}

/**
 * Parses the command line. It never contains the key itself, since other users of the machine could read it there.
 * @returns `help` or `version` if that was requested. @throws PullStopped that names the option and its value.
 */
export function readOptions(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): PullOptions | "help" | "version" {
	const { values, positionals } = parsed(args);
	if (values.help) return "help";
	if (values.version) return "version";
	const [list, ...others] = positionals;
	if (list === undefined)
		throw unusable("the list is missing: name a file of barcodes, or - for stdin; see --help");
	if (others.length > 0) throw unusable(`only one list at a time: unexpected "${others[0]}"`);
	return {
		list,
		reading: {
			column: values.column,
			encoding: values.encoding,
			delimiter: delimiterOf(values.delimiter),
			sheet: values.sheet,
		},
		out: values.out,
		wanted: wantedOf(values),
		size: values.size,
		maxCredits: amount("--max-credits", values["max-credits"]),
		yes: values.yes,
		atOnce: wholeNumber("--parallel", values.parallel, 1, 32),
		...shopOf(values),
		...credentials(values, environment),
	};
}

/** A tab is hard to type in a command line. */
function delimiterOf(given: string | undefined): string | undefined {
	return given === "tab" || given === "\\t" ? "\t" : given;
}

function wantedOf({ include, variants }: Given): Selection {
	const aliases: Readonly<Record<string, readonly string[]>> = { product_meta: PRODUCT_SCOPES };
	const scopes = choices("--include", include, [...METADATA_SCOPES, "images", "product_meta"]).flatMap(
		(scope) => aliases[scope] ?? [scope],
	);
	const pictures = choices("--variants", variants, VARIANTS) as Variant[];
	const wantsPictures = scopes.includes("images");
	if (variants !== undefined && !wantsPictures)
		throw unusable(`--variants ${variants} has no effect without images in --include ${include}`);
	return {
		scopes: new Set(METADATA_SCOPES.filter((scope) => scopes.includes(scope))),
		variants: new Set(wantsPictures ? pictures : []),
	};
}

/** A comma-separated list; all choices if omitted. */
function choices(option: string, given: string | undefined, known: readonly string[]): readonly string[] {
	if (given === undefined) return known;
	const chosen = given.split(",").map((name) => name.trim());
	const unknown = chosen.find((name) => !known.includes(name));
	if (unknown !== undefined)
		throw unusable(`${option}: unknown "${unknown}"; choose from ${known.join(", ")}`);
	return chosen;
}

function amount(option: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	if (!/^\d+(\.\d{1,4})?$/.test(given))
		throw unusable(`${option}: "${given}" is not an amount of credits, such as 12.5`);
	return Number(given);
}

function wholeNumber(option: string, given: string, least: number, most: number): number {
	const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
	if (number >= least && number <= most) return number;
	throw unusable(`${option}: "${given}" is not a whole number from ${least} to ${most}`);
}

function shopOf({
	format,
	"image-base-url": imageBaseUrl,
}: Given): Pick<PullOptions, "format" | "imageBaseUrl"> {
	if (format === undefined) return { format, imageBaseUrl };
	const shop = SHOP_FORMATS.get(format);
	if (!shop)
		throw unusable(`--format: unknown "${format}"; choose from ${[...SHOP_FORMATS.keys()].join(", ")}`);
	if (shop.needsImageUrls && imageBaseUrl === undefined)
		throw unusable(
			`--format ${format} needs --image-base-url, the URL at which your shop will serve the pictures in the folder`,
		);
	if (imageBaseUrl !== undefined && !URL.canParse(imageBaseUrl))
		throw unusable(`--image-base-url: "${imageBaseUrl}" is not a URL`);
	return { format, imageBaseUrl };
}

function credentials(
	values: Given,
	environment: Readonly<Record<string, string | undefined>>,
): Pick<PullOptions, "url" | "clientId" | "apiKey"> {
	const url = values.url ?? environment.PACKSHOT_URL;
	const clientId = values["client-id"] ?? environment.PACKSHOT_CLIENT_ID;
	const keyFile = values["api-key-file"];
	const apiKey = keyFile === undefined ? environment.PACKSHOT_API_KEY : keyIn(keyFile);
	if (!url) throw unusable("the URL of the service is missing: set PACKSHOT_URL or --url");
	if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw unusable(`"${url}" is not the URL of a service`);
	if (!clientId) throw unusable("the key that pays is missing: set PACKSHOT_CLIENT_ID or --client-id");
	if (!apiKey)
		throw unusable(
			"the key's secret is missing: set PACKSHOT_API_KEY, or --api-key-file to a file that contains it",
		);
	return { url, clientId, apiKey };
}

function keyIn(file: string): string {
	try {
		return readFileSync(file, "utf8").trim();
	} catch (error) {
		throw unusable(`--api-key-file: ${(error as Error).message}`);
	}
}
