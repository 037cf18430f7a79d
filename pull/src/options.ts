import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pictureBase } from "../../src/orders/shop-files/shop-product.ts";
import type { ListOptions } from "./barcode-list.ts";
import type { Substitutes } from "./listed-products.ts";
import { KEPT_OPTIONS, keptSettings, type Settings, wantedOf } from "./settings.ts";
import { imageUrlsLacking, SHOP_FORMATS } from "./shops/formats.ts";
import { unusable } from "./stopped.ts";
import { uploaderTo } from "./upload/target.ts";
import type { Uploader } from "./upload/uploader.ts";
import type { Selection } from "./wanted.ts";

/** Settings from the command line and the environment. */
export interface PullOptions {
	/** A file, or `-` for stdin; `undefined`: what the folder has is brought up to date. */
	readonly list: string | undefined;
	/** How the list is to be read. */
	readonly reading: ListOptions;
	readonly substitutes: Substitutes;
	readonly onlyWithPictures: boolean;
	/** Minutes between two refreshes; `undefined`: only one. */
	readonly watchMinutes: number | undefined;
	readonly out: string;
	readonly wanted: Selection;
	readonly size: string;
	/** What the folder keeps of all this. */
	readonly settings: Settings;
	/** In which the command line differs from what the folder was last pulled with, in words. */
	readonly changes: readonly string[];
	readonly maxCredits: number | undefined;
	readonly yes: boolean;
	/** Whether a program reads what is reported. */
	readonly json: boolean;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
	readonly format: string | undefined;
	readonly imageBaseUrl: string | undefined;
	/** File with what the shop exports; `undefined` when the list is that itself, or the products are new. */
	readonly shopExport: string | undefined;
	/** Where the pictures are put for the shop; `undefined`: they stay in the folder. */
	readonly uploader: Uploader | undefined;
	readonly url: string;
	readonly clientId: string;
	readonly apiKey: string;
}

const OPTIONS = {
	"barcode-column": { type: "string" },
	encoding: { type: "string" },
	delimiter: { type: "string" },
	sheet: { type: "string" },
	out: { type: "string", default: "." },
	include: { type: "string" },
	variants: { type: "string" },
	size: { type: "string" },
	"accept-suggestions": { type: "boolean", default: false },
	units: { type: "boolean", default: false },
	"only-with-pictures": { type: "boolean", default: false },
	refresh: { type: "boolean", default: false },
	watch: { type: "string" },
	json: { type: "boolean", default: false },
	"max-credits": { type: "string" },
	yes: { type: "boolean", default: false },
	parallel: { type: "string", default: "4" },
	format: { type: "string" },
	"image-base-url": { type: "string" },
	"shop-export": { type: "string" },
	upload: { type: "string" },
	"upload-credentials": { type: "string" },
	url: { type: "string" },
	"client-id": { type: "string" },
	"api-key-file": { type: "string" },
	help: { type: "boolean", default: false },
	version: { type: "boolean", default: false },
} as const;

type Parsed = ReturnType<typeof parsed>["values"];
/** The command line, or with what the folder keeps added to it. */
type Given = Omit<Parsed, keyof Settings> & Settings;

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
	const { values: given, positionals } = parsed(args);
	if (given.help) return "help";
	if (given.version) return "version";
	const kept = keptSettings(given.out);
	const values = { ...given, ...settingsOf(given, kept) };
	const [list, ...others] = positionals;
	if (given.watch !== undefined && !given.refresh)
		throw unusable("--watch belongs to --refresh: it repeats that");
	if (given.refresh) requireNothingElse(given, list);
	else if (list === undefined)
		throw unusable("the list is missing: name a file of barcodes, or - for stdin; see --help");
	if (others.length > 0) throw unusable(`only one list at a time: unexpected "${others[0]}"`);
	const [wanted, shop] = [wantedOf(values), shopOf(values)];
	if (values["only-with-pictures"] && wanted.variants.size === 0)
		throw unusable(`--only-with-pictures has no effect without images in --include ${values.include}`);
	return {
		list,
		reading: {
			column: values["barcode-column"],
			encoding: values.encoding,
			delimiter: delimiterOf(values.delimiter),
			sheet: values.sheet,
		},
		substitutes: { suggestions: values["accept-suggestions"], units: values.units },
		watchMinutes:
			values.watch === undefined ? undefined : wholeNumber("--watch", values.watch, 1, MOST_MINUTES),
		out: values.out,
		wanted,
		onlyWithPictures: values["only-with-pictures"],
		size: values.size ?? FULL,
		settings: settingsOf(given, kept),
		changes: KEPT_OPTIONS.filter((name) => isChanged(given[name], kept[name])).map(
			(name) => `--${name} ${given[name]} instead of ${kept[name]}`,
		),
		maxCredits: amount("--max-credits", values["max-credits"]),
		yes: values.yes,
		json: values.json,
		atOnce: wholeNumber("--parallel", values.parallel, 1, 32),
		...shop,
		uploader:
			values.upload === undefined
				? undefined
				: uploaderTo(values.upload, {
						environment,
						file: values["upload-credentials"],
						imageBaseUrl: shop.imageBaseUrl,
					}),
		...credentials(values, environment),
	};
}

const FULL = "full";
/** A week. */
const MOST_MINUTES = 10_080;

/** What is given counts, then what the folder keeps. Variants are kept for as long as there are pictures. */
function settingsOf(given: Given, kept: Settings): Settings {
	const include = given.include ?? kept.include;
	const hasPictures = include === undefined || include.split(",").some((name) => name.trim() === "images");
	return {
		size: given.size ?? kept.size ?? FULL,
		include,
		variants: given.variants ?? (hasPictures ? kept.variants : undefined),
		format: given.format ?? kept.format,
		"image-base-url": given["image-base-url"] ?? kept["image-base-url"],
		upload: given.upload ?? kept.upload,
	};
}

function isChanged(given: string | undefined, kept: string | undefined): boolean {
	const sorted = (list: string) =>
		list
			.split(",")
			.map((name) => name.trim())
			.sort()
			.join();
	return given !== undefined && kept !== undefined && sorted(given) !== sorted(kept);
}

/** Options that say what is wanted of a list. */
const LIST_OPTIONS = ["shop-export", "accept-suggestions", "units", "only-with-pictures"] as const;

/** What to bring up to date is in the folder. */
function requireNothingElse(values: Given, list: string | undefined): void {
	if (list !== undefined) throw unusable(`--refresh takes no list: leave out "${list}"`);
	const names = [...KEPT_OPTIONS, ...LIST_OPTIONS] as const;
	const given = names.find((name) => values[name] !== undefined && values[name] !== false);
	if (given) throw unusable(`--refresh goes by what the folder was pulled with: leave out --${given}`);
}

/** A tab is hard to type in a command line. */
function delimiterOf(given: string | undefined): string | undefined {
	return given === "tab" || given === "\\t" ? "\t" : given;
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
	"image-base-url": givenBase,
	"shop-export": shopExport,
	upload,
}: Given): Pick<PullOptions, "format" | "imageBaseUrl" | "shopExport"> {
	const imageBaseUrl = givenBase === undefined ? undefined : baseOf(givenBase);
	if (format === undefined) {
		if (shopExport !== undefined) throw unusable("--shop-export needs --format, the shop that it is from");
		return { format, imageBaseUrl, shopExport };
	}
	if (!SHOP_FORMATS.has(format))
		throw unusable(`--format: unknown "${format}"; choose from ${[...SHOP_FORMATS.keys()].join(", ")}`);
	const lacking = imageUrlsLacking(format, { imageBaseUrl, uploads: upload !== undefined });
	if (lacking) throw unusable(lacking);
	return { format, imageBaseUrl, shopExport };
}

function baseOf(text: string): string {
	const base = pictureBase(text);
	if (base === undefined) throw unusable(`--image-base-url: "${text}" is not a URL`);
	return base;
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
