import { signInOf } from "../../web/src/calls/curl.ts";
import { expanded } from "../../web/src/calls/expanded.ts";
import type { ApiDocument } from "../../web/src/calls/openapi.ts";
import { SAMPLE_ORIGIN } from "../sample-origin.ts";
import { callText } from "./call.ts";
import { type ApiError, apiErrors } from "./errors.ts";
import { membersOf } from "./members.ts";
import { type Group, groupsOf } from "./operations.ts";
import { type SharedSection, sharedHeaders, sharedSections } from "./shared-sections.ts";
import { errorAnchor, memberTable, methodAndPath, priceOf, prose, table } from "./text.ts";

/** A page of the API reference, as if it were a document of the repository. */
export interface ApiPage {
	readonly source: string;
	readonly name: string;
	/** Markdown. */
	readonly text: string;
}

const FOLDER = "docs/api";

/**
 * The API reference as documents: what all calls have in common with a list of them, a page for each group of calls, and the error codes.
 * @param overview path of the OpenAPI document, of which the first page is made
 * @param openApi the document as served
 */
export function apiPages(overview: string, openApi: Parameters<typeof expanded>[0]): readonly ApiPage[] {
	const document = expanded<ApiDocument>(openApi);
	const groups = groupsOf(document);
	const errors = apiErrors(document);
	return [
		{ source: overview, name: "API reference", text: overviewText(document, groups, errors) },
		...groups.map((group) => ({
			source: sourceOf(group),
			name: group.name,
			text: [`# API: ${group.name}`, prose(group.description), ...group.operations.map(callText)].join(
				"\n\n",
			),
		})),
		{ source: `${FOLDER}/errors.md`, name: "Error codes", text: errorsText(errors) },
	];
}

function sourceOf({ name }: Group): string {
	return `${FOLDER}/${name.toLowerCase()}.md`;
}

function overviewText(document: ApiDocument, groups: readonly Group[], errors: readonly ApiError[]): string {
	const { summary = "", version } = document.info;
	return [
		"# API reference",
		`${prose(summary)} Version ${version}; a machine-readable description is at [\`/openapi.json\`](/openapi.json).`,
		...sharedSections.flatMap(({ id, title, words }) => {
			const headers = sharedHeaders(document, id);
			return [
				`## ${title} {#${id}}`,
				words,
				headers.length > 0 ? memberTable(headers) : "",
				moreOf(id, document, errors),
			];
		}),
		...groups.map(callList),
	].join("\n\n");
}

function moreOf(id: SharedSection, { components }: ApiDocument, errors: readonly ApiError[]): string {
	if (id === "signing-in") return `\`\`\`sh\n${signInOf(SAMPLE_ORIGIN, "ps_client_…")}\n\`\`\``;
	if (id !== "errors" || !components.schemas.Error) return "";
	const members = membersOf(components.schemas.Error).map((member) => ({ ...member, options: [] }));
	const codes = errors.map(({ code }) => forwarding(errorAnchor(code), "errors", `<code>${code}</code>`));
	const all = forwarding("error-codes", "errors", "All error codes", "");
	return `${memberTable(members)}\n\n${all}: ${codes.join(", ")}.`;
}

/** The calls of a group, with their prices, under the anchor that the list has in earlier versions. */
function callList(group: Group): string {
	const name = group.name.toLowerCase();
	const rows = group.operations.map((operation) => [
		`${forwarding(operation.id, name, prose(operation.summary))}<br>${methodAndPath(operation)}`,
		priceOf(operation.charges),
	]);
	return `## ${group.name} {#calls-${name}}\n\n${prose(group.description)}\n\n${table("first", ["Call", "Price"], rows)}`;
}

/** A link that bears the anchor of what it leads to, which earlier versions had on this page: the script of the site follows it. */
function forwarding(id: string, page: string, words: string, anchor = `#${id}`): string {
	return `<a id="${id}" href="/docs/api/${page}${anchor}">${words}</a>`;
}

function errorsText(errors: readonly ApiError[]): string {
	return [
		"# API: error codes",
		"Errors are never charged. Their body, and when to send a call again: [Errors](/docs/api#errors).",
		...errors.flatMap(({ code, status, when, remedy, mayRetry }) => [
			`## ${prose(code)} {#${errorAnchor(code)}}`,
			`**${status}.** ${prose(when)} ${prose(remedy)}${mayRetry ? " The same call may be sent again." : ""}`,
		]),
	].join("\n\n");
}
