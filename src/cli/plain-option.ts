import { plainTextProblem } from "../platform/plain-text.ts";
import { UsageFailure } from "./command-line.ts";

/** A name or note given as an option. @throws UsageFailure when it is empty, too long or contains invisible characters. */
export function plainText(option: string, text: string | undefined, longest = 200): string | undefined {
	if (text === undefined) return undefined;
	if (text.trim() === "" || text.length > longest) {
		throw new UsageFailure(`${option} takes 1 to ${longest} characters`);
	}
	const problem = plainTextProblem(text);
	if (problem !== undefined) throw new UsageFailure(`${option} ${problem}`);
	return text;
}

/** Gathers the values of a repeatable option; `false` comes from its `--no-…` form. */
export function collect(value: string, list: string[] | false | undefined): string[] {
	return [...(list || []), value];
}
