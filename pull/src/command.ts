import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { buffer } from "node:stream/consumers";
import { createPackshot, type Fetch, isPackshotError, type PackshotError } from "@packshot/sdk";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import { fetchUpTo } from "../../src/platform/limited-body.ts";
import { printableLines } from "../../src/platform/plain-text.ts";
import { counted, inCredits } from "./amounts.ts";
import { type BarcodeList, readBarcodeList } from "./barcode-list.ts";
import { HELP } from "./help.ts";
import { type PullOptions, readOptions } from "./options.ts";
import { forMachines, forPeople, type Output, type Say } from "./output.ts";
import { type PullRequest, pull } from "./pull.ts";
import { FIRST_PICTURE_TIMEOUT_MS } from "./pulling.ts";
import { refresh } from "./refresh.ts";
import type { Report } from "./report.ts";
import { shopOf } from "./shop-files.ts";
import { checkGoogleFile } from "./shops/check-google.ts";
import { shopOfExport } from "./shops/formats.ts";
import { EXIT, PullStopped, unusable } from "./stopped.ts";
import { watch } from "./watch.ts";

/** Waits while the service is rate-limiting or overloaded: a per-minute limit resets within two attempts. */
const PATIENCE = { maxAttempts: 8, totalTimeoutMs: 10 * 60_000, timeoutMs: 60_000 };

/** Far more than a page of products or the largest picture has. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024;
const fetchAnswer: Fetch = (url, init) => fetchUpTo(MOST_ANSWER_BYTES, url, init);

/** Runs `packshot-pull`. @returns its exit code. */
export async function runPull(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	// Before the options are read, so that a mistake in them is reported in the same way.
	const output = args.includes("--json") ? forMachines() : forPeople();
	try {
		const [command, file] = args;
		if (command === "check" && file !== undefined && args.length === 2) return await check(file, output);
		const options = readOptions(args, environment);
		if (options === "help") process.stdout.write(HELP);
		else if (options === "version") process.stdout.write(`${version()}\n`);
		else if (options.watchMinutes !== undefined)
			return await refreshAgain(options, options.watchMinutes, output);
		else return await runOnce(options, output);
		return EXIT.done;
	} catch (error) {
		fail(output, error);
		return exitCodeOf(error);
	}
}

/** @returns the exit code */
async function runOnce(options: PullOptions, output: Output): Promise<number> {
	const report = await runWith(options, output);
	output.done(report, options.out, summaryOf(report, options.out));
	return report.urgent > 0 ? EXIT.urgent : EXIT.done;
}

/** Refreshes a folder again and again, until it is told to end. @returns the exit code of the last round that was done */
async function refreshAgain(options: PullOptions, minutes: number, output: Output): Promise<number> {
	let code: number = EXIT.done;
	await watch({
		minutes,
		async round() {
			code = await runOnce(options, output);
		},
		failed(error) {
			if (exitCodeOf(error) === EXIT.unusable) throw error;
			fail(output, error);
		},
		say: output.say,
	});
	return code;
}

function fail(output: Output, error: unknown): void {
	output.failed(messageOf(error), exitCodeOf(error), isPackshotError(error) ? error.code : undefined);
}

async function runWith(options: PullOptions, output: Output): Promise<Report> {
	const { url, clientId, apiKey, list, out, size, maxCredits, atOnce } = options;
	const packshot = createPackshot({ baseUrl: url, clientId, apiKey, fetch: fetchAnswer, ...PATIENCE });
	// Nobody may be there to answer in the middle of the night, or in a program.
	const asks = options.watchMinutes === undefined && !options.json;
	const confirm = options.yes ? async () => true : asks ? askPerson : nobodyToAsk;
	const surroundings = {
		...output,
		packshot,
		confirm,
		uploader: options.uploader,
		firstPictureTimeoutMs: FIRST_PICTURE_TIMEOUT_MS,
	};
	if (list === undefined) return refresh(surroundings, { out, clientId, maxCredits, atOnce });
	if (options.changes.length > 0) await requireChange(options, confirm, output.say);
	const read = await readList(await bytesOf(list), options.reading);
	output.say(`The list: ${read.reading}.`);
	const { entries, shop } = await shopOfList(options, read, output.say);
	return pull(surroundings, {
		entries,
		substitutes: options.substitutes,
		label: labelOf(list),
		out,
		clientId,
		size,
		settings: options.settings,
		wanted: options.wanted,
		onlyWithPictures: options.onlyWithPictures,
		maxCredits,
		atOnce,
		shop,
	});
}

/** A folder goes on as it was begun, unless somebody wants it otherwise. */
async function requireChange(
	{ changes, out }: PullOptions,
	confirm: (question: string) => Promise<boolean>,
	say: Say,
): Promise<void> {
	say(`${out} was last pulled with other settings: ${changes.join(", ")}.`);
	if (await confirm("Go on with the new ones, and leave what is in the folder as it is?")) return;
	throw new PullStopped(EXIT.declined, "nothing was bought: leave the option out to go on as before");
}

/** How many findings are printed. */
const SHOWN = 50;

/** Holds a file for Google against its rules. @returns the exit code */
async function check(file: string, { say }: Output): Promise<number> {
	const { rows, findings, checked } = await checkGoogleFile(await bytesOf(file)).catch((error) => {
		throw error instanceof UnreadableTable ? unusable(`${file} ${error.message}`) : error;
	});
	say(`Held against Google's rules as a ${checked.source} source: ${checked.columns.join(", ")}.`);
	if (checked.others.length > 0) say(`Without a rule here: ${checked.others.join(", ")}.`);
	say("Not checked: what is at the addresses, whether prices agree with your pages, shipping and tax.");
	for (const { line, column, text, problem } of findings.slice(0, SHOWN))
		say(`line ${line}: ${column}${text === "" ? "" : ` "${text.slice(0, 60)}"`} ${problem}`);
	if (findings.length > SHOWN) say(`and ${counted(findings.length - SHOWN, "more finding")}`);
	const result =
		findings.length === 0 ? "nothing that Google would refuse" : counted(findings.length, "finding");
	process.stdout.write(`${printableLines(`${counted(rows, "product")} in ${file}: ${result}`)}\n`);
	return findings.length === 0 ? EXIT.done : EXIT.unusable;
}

/** Says which export is what a shop exports: the list or the file beside it. */
async function shopOfList(
	{ format, imageBaseUrl, shopExport: file }: PullOptions,
	list: BarcodeList,
	say: Say,
): Promise<Pick<PullRequest, "entries" | "shop">> {
	const shopExport =
		file === undefined || format === undefined ? undefined : await readBarcodeList(await bytesOf(file));
	if (shopExport) say(`The shop's export: ${shopExport.reading}.`);
	const exported = shopOfExport(shopExport ?? list);
	const what = exported && `It is an export of ${exported.shop}${inWhich(exported.language)}`;
	if (format === undefined && exported)
		say(`${what}: with --format ${exported.format}, a file is written that updates it.`);
	const asked = shopOf(list, { format, imageBaseUrl, shopExport });
	if (asked.shop?.own && exported?.format === format) say(`${what}: products that it has are updated.`);
	return asked;
}

const inWhich = (language: string | undefined) =>
	language === undefined ? "" : ` with columns in ${language}`;

async function bytesOf(list: string): Promise<Uint8Array> {
	try {
		return await (list === "-" ? buffer(process.stdin) : readFile(list));
	} catch (error) {
		throw unusable(`${list === "-" ? "the list" : list} cannot be read: ${(error as Error).message}`);
	}
}

async function readList(bytes: Uint8Array, options: PullOptions["reading"]): Promise<BarcodeList> {
	const list = await readBarcodeList(bytes, options);
	if (list.entries.some(({ barcode }) => "digits" in barcode)) return list;
	const [first] = list.entries;
	const where =
		first && "problem" in first.barcode
			? `: line ${first.line}, "${first.text}", ${first.barcode.problem}`
			: "";
	throw unusable(`the list has no barcode${where} (${list.reading})`);
}

/** Part of the order's name, which must not contain every character that a file name may. */
function labelOf(list: string): string {
	return list === "-"
		? "stdin"
		: basename(list)
				.replace(/[^\p{L}\p{N}._ -]/gu, "_")
				.slice(0, 100);
}

function nobodyToAsk(): never {
	throw new PullStopped(EXIT.declined, "cannot ask for confirmation without a terminal: confirm with --yes");
}

async function askPerson(question: string): Promise<boolean> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return nobodyToAsk();
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
	} finally {
		lines.close();
	}
}

function summaryOf({ products, pictures, picture_bytes, credits }: Report, out: string): string {
	const megabytes = (picture_bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 });
	const files = `${counted(products, "product")} and ${counted(pictures, "picture")} (${megabytes} MB) in ${out}`;
	return `${files}; ${inCredits(credits)} spent on it in total.`;
}

/** The exit code: refusals of the service that a retry would not change have codes of their own. */
function exitCodeOf(error: unknown): number {
	if (error instanceof PullStopped) return error.exitCode;
	if (isPackshotError(error, "insufficient_credits", "max_credits_exceeded")) return EXIT.tooExpensive;
	const { status = 0 } = isPackshotError(error) ? error : {};
	return status >= 400 && status < 500 && status !== 429 ? EXIT.unusable : EXIT.failed;
}

function messageOf(error: unknown): string {
	if (error instanceof PullStopped) return error.message;
	if (!isPackshotError(error)) return `${(error as Error).message}\nRun the same command again to continue.`;
	return [`${error.message} (${error.code})`, ...adviceFor(error)].join("\n");
}

function adviceFor(error: PackshotError): string[] {
	if (isPackshotError(error, "max_credits_exceeded"))
		return ["Prices changed since the quote: run the command again."];
	if (isPackshotError(error, "scope_forbidden")) {
		const locked = error.blockedScopes.join(", ");
		return [`This key may not have ${locked}: use --include to buy the rest.`];
	}
	if (isPackshotError(error, "insufficient_credits"))
		return ["Top up the balance, then run the command again."];
	if (exitCodeOf(error) === EXIT.unusable) return [];
	const { retryAfterSeconds } = error;
	const when = retryAfterSeconds === undefined ? "" : `, in ${counted(retryAfterSeconds, "second")} or later`;
	return [`Run the same command again to continue${when}: nothing is paid for twice.`];
}

function version(): string {
	return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
