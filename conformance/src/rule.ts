import { at, type Json, shown } from "./json.ts";
import { misfits } from "./shapes.ts";
import type { Answer, Target } from "./target.ts";

/** A statement of the interface that a server keeps or breaks. */
export interface Rule {
	/** The section that states it, such as `4.2`. */
	readonly section: string;
	readonly title: string;
	/** It revokes tokens, locks the client or uses up its rate limit: only for a client created for this purpose. */
	readonly disturbs?: true;
	/** @throws Violation if the server breaks the rule, Skipped if that cannot be determined. */
	run(target: Target): Promise<void>;
}

/** The server breaks the rule. */
export class Violation extends Error {
	override readonly name = "Violation";
}

/** Nothing available to this client shows whether the rule is kept. */
export class Skipped extends Error {
	override readonly name = "Skipped";
}

export function rule(section: string, title: string, run: Rule["run"]): Rule {
	return { section, title, run };
}

export function disturbingRule(section: string, title: string, run: Rule["run"]): Rule {
	return { section, title, disturbs: true, run };
}

/** @throws Violation unless the condition holds. */
export function require(condition: boolean, message: string): asserts condition {
	if (!condition) throw new Violation(message);
}

/** @throws Skipped if the value is missing. */
export function needed<T>(value: T | undefined, reason: string): T {
	if (value === undefined) throw new Skipped(reason);
	return value;
}

export function requireEqual(found: Json | undefined, expected: Json, what: string): void {
	require(JSON.stringify(found) ===
		JSON.stringify(expected), `${what} should be ${shown(expected)}, not ${shown(found)}`);
}

/** More than any single call of a rule costs: a client with less may rightly be refused. */
const FEW_CREDITS = 2;

export function requireStatus(answer: Answer, ...statuses: readonly number[]): void {
	const left = answer.headers["x-credits-remaining"];
	if (answer.status === 402 && !statuses.includes(402) && left !== undefined && Number(left) < FEW_CREDITS)
		throw new Skipped(`the client has only ${Number(left)} credits left`);
	require(statuses.includes(
		answer.status,
	), `${answer.call} should answer ${statuses.join(" or ")}, not ${answer.status} ${shown(answer.body)}`);
}

/** Checks the status and, if there is a body, its error code (interface, section 7). */
export function requireError(answer: Answer, status: number, ...codes: readonly string[]): void {
	requireStatus(answer, status);
	const { error } = (answer.body ?? {}) as { error?: Json };
	require(codes.includes(
		String(error),
	), `${answer.call} should answer the error ${codes.join(" or ")}, not ${shown(error)}`);
}

/** Checks what is at a path of the body against a shape of the OpenAPI document. */
export function requireShape(
	{ call, body }: Answer,
	shape: string,
	...path: readonly (string | number)[]
): void {
	const found = misfits(shape, at(body, ...path));
	require(found.length === 0, `${[call, ...path].join(" ")}: ${found.slice(0, 5).join("; ")}`);
}

export function requireMatch(found: Json | undefined, pattern: RegExp, what: string): void {
	require(typeof found === "string" && pattern.test(found), `${what} is ${shown(found)}`);
}
