import { codeSamples, languages } from "../../web/src/calls/code-samples.ts";
import { exampleValues } from "../../web/src/calls/endpoint.ts";
import { SAMPLE_ORIGIN } from "../sample-origin.ts";
import type { OperationError } from "./errors.ts";
import type { Answer, Operation } from "./operations.ts";
import { errorLink, memberTable, methodAndPath, priceOf, priceTable, prose, table } from "./text.ts";

/** One call as Markdown: its purpose and price, code samples, input, output and errors. */
export function callText(operation: Operation): string {
	const { id, summary, description, isDeprecated, charges, parameters, body, answers, errors } = operation;
	return [
		`## ${prose(summary)} {#${id}}`,
		headOf(operation),
		isDeprecated ? "**Deprecated.**" : "",
		prose(description),
		charges.length > 1 ? priceTable(operation) : "",
		samples(operation),
		...parameters.flatMap(({ title, members }) => [`**${title}**`, memberTable(members, true)]),
		...(body && body.length > 0 ? ["**JSON body**", memberTable(body, true)] : []),
		...answers.flatMap(answerText),
		...errorTexts(errors),
	]
		.filter(Boolean)
		.join("\n\n");
}

function headOf(operation: Operation): string {
	const { id, path, summary, charges, endpoint } = operation;
	const canTry = endpoint.runsElsewhere === undefined && !path.includes("{token}");
	return [
		methodAndPath(operation),
		priceOf(charges),
		`<small>operation \`${id}\`</small>`,
		canTry
			? `<a class="try" hidden href="/keys/try?endpoint=${id}" aria-label="Try it: ${summary}">Try it</a>`
			: "",
	].join(" ");
}

const FENCES = { curl: "sh", TypeScript: "ts", Python: "python" } as const;

/** The call in each language, of which the reader chooses one. */
function samples({ id, endpoint }: Operation): string {
	const codes = codeSamples(endpoint, exampleValues(endpoint), { origin: SAMPLE_ORIGIN });
	const shown = languages.flatMap((language) => {
		const code = codes[language];
		return code === undefined ? [] : [{ language, code }];
	});
	const choices = shown.map(
		({ language }, index) =>
			`<label><input type="radio" name="language-${id}" value="${language}"${index === 0 ? " checked" : ""}>${language}</label>`,
	);
	return [
		`<fieldset class="samples"><legend class="unseen">Language</legend>${choices.join("")}`,
		...shown.map(
			({ language, code }) => `<div>\n\n\`\`\`${FENCES[language]}\n${code.trim()}\n\`\`\`\n\n</div>`,
		),
		"</fieldset>",
	].join("\n");
}

/** Longer answers are folded up. */
const MOST_SHOWN = 40;

/** What a successful call returns. */
function answerText({
	status,
	description,
	media,
	headers,
	members = [],
	example,
}: Answer): readonly string[] {
	const all = memberTable([...headers, ...members]);
	const rows = all.split("\n").length;
	return [
		`**Answer ${status}.** ${[prose(description), media.map((type) => `\`${type}\``).join(" or ")].filter(Boolean).join(" ")}`,
		...(headers.length + members.length === 0
			? []
			: rows > MOST_SHOWN
				? [folded("All members", all)]
				: [all]),
		...(example === undefined
			? []
			: [folded("Example", `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``)]),
	];
}

function folded(summary: string, text: string): string {
	return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** How a call can fail, and what to do then. Of the errors of all calls only the codes are listed. */
function errorTexts(errors: readonly OperationError[]): readonly string[] {
	const own = errors.filter(({ isCommon }) => !isCommon);
	const common = errors.filter(({ isCommon }) => isCommon);
	const rows = own.map(({ status, code, when, remedy }) => [
		`${errorLink(code)}<br><small>${status}</small>`,
		`${prose(when)} ${prose(remedy)}`,
	]);
	return [
		"**Errors**",
		own.length > 0 ? table("second", ["Code", "When, and what to do"], rows) : "",
		`As all calls of its kind: ${common.map(({ code }) => errorLink(code)).join(", ")}.`,
	];
}
