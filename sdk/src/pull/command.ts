import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { buffer } from "node:stream/consumers";
import { printableLines } from "../../../src/platform/plain-text.ts";
import { isPackshotError, type PackshotError } from "../errors.ts";
import { createPackshot } from "../packshot.ts";
import { counted, inCredits } from "./amounts.ts";
import { type BarcodeList, readBarcodeList } from "./barcode-list.ts";
import { HELP } from "./help.ts";
import { type PullOptions, readOptions } from "./options.ts";
import { pull } from "./pull.ts";
import type { Report } from "./report.ts";
import { EXIT, PullStopped, unusable } from "./stopped.ts";

/** Waits while the service is rate-limiting or overloaded: a per-minute limit resets within two attempts. */
const PATIENCE = { maxAttempts: 8, totalTimeoutMs: 10 * 60_000, timeoutMs: 60_000 };

/** Text from the service and the list is printed without terminal escapes. */
const say = (line: string) => void process.stderr.write(`${printableLines(line)}\n`);

/** Runs `packshot-pull`. @returns its exit code. */
export async function runPull(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	try {
		const options = readOptions(args, environment);
		if (options === "help") process.stdout.write(HELP);
		else if (options === "version") process.stdout.write(`${version()}\n`);
		else process.stdout.write(`${summaryOf(await runWith(options), options.out)}\n`);
		return EXIT.done;
	} catch (error) {
		say(`packshot-pull: ${messageOf(error)}`);
		return exitCodeOf(error);
	}
}

async function runWith(options: PullOptions): Promise<Report> {
	const { url, clientId, apiKey, list, out, size, format, imageBaseUrl } = options;
	const { entries, reading } = await readList(await bytesOf(list), options.reading);
	say(`The list: ${reading}.`);
	const packshot = createPackshot({ baseUrl: url, clientId, apiKey, ...PATIENCE });
	const surroundings = { packshot, say, confirm: options.yes ? async () => true : askPerson };
	return pull(surroundings, {
		entries,
		label: labelOf(list),
		out,
		owner: { client_id: clientId, size },
		wanted: options.wanted,
		maxCredits: options.maxCredits,
		atOnce: options.atOnce,
		shop: format === undefined ? undefined : { format, imageBaseUrl },
	});
}

async function bytesOf(list: string): Promise<Uint8Array> {
	try {
		return await (list === "-" ? buffer(process.stdin) : readFile(list));
	} catch (error) {
		throw unusable(`the list cannot be read: ${(error as Error).message}`);
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

async function askPerson(question: string): Promise<boolean> {
	if (!process.stdin.isTTY || !process.stderr.isTTY)
		throw new PullStopped(
			EXIT.declined,
			"cannot ask for confirmation without a terminal: confirm with --yes",
		);
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
