import { closeSync, openSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { plainFault } from "../../src/platform/plain-fault.ts";
import { htmlReport } from "./report/html.ts";
import { junitReport } from "./report/junit.ts";
import type { Report } from "./report/report.ts";
import { summaryOf, textLine } from "./report/text.ts";
import { rules } from "./rules.ts";
import { countOf, runRules } from "./run.ts";
import { type Answer, createTarget } from "./target.ts";

/** The exit status when the checks could not be made, or nobody can read what they found. */
export const NOT_CHECKED = 2;

const HELP = `packshot-conformance URL --client-id ID [--api-key KEY]

Checks a server against the Packshot interface, rule by rule.

  --client-id ID      client to call with; it needs some credits and must see some products
  --api-key KEY       its key; preferably set PACKSHOT_API_KEY in the environment instead
  --own-client        the client was created for this: also check rules that revoke its tokens,
                      use up its requests per minute and lock it for five minutes
  --max-credits N     start no further rule once N credits are spent (default: 20)
  --junit FILE        write a JUnit XML report for build servers
  --html FILE         write a report as an HTML page
  --help              show this help

Exit status: 0 if no rule is broken, 1 if any is, 2 if the checks could not start or their
            results not be written.
`;

const OPTIONS = {
	"client-id": { type: "string" },
	"api-key": { type: "string" },
	"own-client": { type: "boolean", default: false },
	"max-credits": { type: "string", default: "20" },
	junit: { type: "string" },
	html: { type: "string" },
	help: { type: "boolean", default: false },
} as const;

/** @returns the exit status. */
export async function runCommand(
	words: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	let command: ReturnType<typeof parse>;
	try {
		command = parse(words, environment);
	} catch (fault) {
		process.stderr.write(`packshot-conformance: ${(fault as Error).message}\n`);
		return NOT_CHECKED;
	}
	if (command === "help") {
		process.stdout.write(HELP);
		return 0;
	}
	const { url, credentials, mayDisturb, mostCredits, files } = command;
	const startedAt = new Date();
	const target = createTarget(url, credentials, (seconds) =>
		process.stderr.write(`  waiting ${seconds} s for a rate limit\n`),
	);
	try {
		openReports(files);
		requireCredits(await target.call("/balance"));
	} catch (fault) {
		process.stderr.write(`packshot-conformance: ${(fault as Error).message}\n`);
		return NOT_CHECKED;
	}
	const results = await runRules(rules, target, {
		mayDisturb,
		mostCredits,
		finished: (result) => process.stdout.write(`${textLine(result)}\n`),
	});
	const elapsedMs = Date.now() - startedAt.getTime();
	const creditsSpent = Math.round(target.spent() * 10_000) / 10_000;
	const report = { url, startedAt, elapsedMs, creditsSpent, results };
	process.stdout.write(`${summaryOf(report)}\n`);
	try {
		writeReports(files, report);
	} catch (fault) {
		process.stderr.write(`packshot-conformance: the report cannot be written: ${plainFault(fault)}\n`);
		return NOT_CHECKED;
	}
	return countOf(results, "broken") === 0 ? 0 : 1;
}

/** @throws Error describing what is wrong with the arguments. */
function parse(words: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
	const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
	if (values.help) return "help" as const;
	const [url, ...more] = positionals;
	if (!url || more.length > 0)
		throw new Error("give one URL, such as https://photos.example.com; see --help");
	if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
		throw new Error(`${url} is not an http or https URL`);
	const clientId = values["client-id"];
	const apiKey = values["api-key"] ?? environment.PACKSHOT_API_KEY;
	if (!clientId || !apiKey) throw new Error("give --client-id, and --api-key or PACKSHOT_API_KEY");
	const mostCredits = Number(values["max-credits"]);
	if (!(mostCredits > 0)) throw new Error("--max-credits must be a number above 0");
	const { junit, html } = values;
	const credentials = { clientId, apiKey };
	return { url, credentials, mayDisturb: values["own-client"], mostCredits, files: { junit, html } };
}

interface Files {
	readonly junit: string | undefined;
	readonly html: string | undefined;
}

/** Reports an unwritable path before any credits are spent. */
function openReports({ junit, html }: Files): void {
	for (const file of [junit, html]) if (file !== undefined) closeSync(openSync(file, "a"));
}

/** @throws Error if the client has no credits, so that hardly any rule could be tested. */
function requireCredits({ body }: Answer): void {
	if ((body as { credit_balance?: unknown } | undefined)?.credit_balance !== 0) return;
	throw new Error("the client has no credits; at default prices a run debits about 8");
}

function writeReports({ junit, html }: Files, report: Report): void {
	if (junit !== undefined) writeFileSync(junit, junitReport(report));
	if (html !== undefined) writeFileSync(html, htmlReport(report));
}
