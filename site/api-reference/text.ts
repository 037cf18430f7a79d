import { actionDescription, isAction } from "../../src/billing/prices/actions.ts";
import type { Member } from "./members.ts";
import type { Operation } from "./operations.ts";

/** Pieces of Markdown of which the API reference consists. */

/** A text of the OpenAPI document, in which nothing but backticks has a meaning. */
export function prose(text: string): string {
	return text.replace(/`[^`]*`|[\\<>*_[\]]/g, (part) => (part.startsWith("`") ? part : `\\${part}`));
}

/** A table of two columns that fits on narrow pages. @param wide which of them has more text */
export function table(
	wide: "first" | "second",
	head: readonly string[],
	rows: readonly (readonly string[])[],
): string {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\n+/g, " ")).join(" | ")} |`;
	return `<div class="columns is-${wide}-wide">\n\n${[head, head.map(() => "---"), ...rows].map(line).join("\n")}\n\n</div>`;
}

/** Parameters, headers or members of a body; what is inside others has names with dots, in lists with `[]`. */
export function memberTable(members: readonly Member[], isRequest = false): string {
	return table("second", ["Name", "Description"], rowsOf(members, "", isRequest));
}

function rowsOf(members: readonly Member[], before: string, isRequest: boolean): readonly string[][] {
	return members.flatMap((member) => {
		const name = before + (isOfAnyName(member) ? "*" : member.name);
		const inside = `${name}${member.type.startsWith("array") ? "[]" : ""}.`;
		return [
			[
				`<code>${prose(name).replaceAll(".", ".<wbr>")}</code><br><small>${factsOf(member, isRequest)}</small>`,
				meaningOf(member),
			],
			...rowsOf(member.members, inside, isRequest),
		];
	});
}

/** Requests say what is required, answers what may be absent. */
function factsOf(member: Member, isRequest: boolean): string {
	const { type, isRequired, limits } = member;
	const presence = isRequest
		? isRequired && "<b>required</b>"
		: !isRequired && !isOfAnyName(member) && "may be absent";
	return [prose(type), presence, ...limits.map(prose)].filter(Boolean).join(" · ");
}

function meaningOf({ description, options }: Member): string {
	const values = options.map((option) => `\`${option}\``).join(", ");
	const [first = "", ...others] = [description && prose(description), values].filter(Boolean);
	return [first, ...others].join("<br>");
}

function isOfAnyName({ name }: Member): boolean {
	return name === "any name";
}

/** What a call costs. The script of the site fills in the prices of this installation. */
export function priceOf(charges: readonly string[]): string {
	if (charges.length === 0) return "<small>free</small>";
	return `<small data-charges="${charges.join(" ")}">see [prices](/docs/api/service#getPricing)</small>`;
}

/** What each part of a call costs. */
export function priceTable({ charges }: Operation): string {
	const words = (action: string) => (isAction(action) ? actionDescription(action) : action);
	return table(
		"first",
		["Charged", "Price"],
		charges.map((action) => [words(action), priceOf([action])]),
	);
}

export function methodAndPath({ method, path }: Operation): string {
	return `<code class="call"><b>${method}</b> ${path}</code>`;
}

export function errorLink(code: string): string {
	return `[\`${code}\`](/docs/api/errors#${errorAnchor(code)})`;
}

export function errorAnchor(code: string): string {
	return `error-${code}`;
}
