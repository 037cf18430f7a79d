import { type Rule, Skipped, Violation } from "./rule.ts";
import type { Target } from "./target.ts";

export type Outcome = "kept" | "broken" | "skipped";

export interface Result {
	readonly section: string;
	readonly title: string;
	readonly outcome: Outcome;
	/** What was wrong, or why the rule was skipped. */
	readonly reason?: string;
	readonly elapsedMs: number;
}

export interface RunOptions {
	/** Whether the client was created for this purpose, so that its tokens may be revoked and its rate limit used up. */
	readonly mayDisturb: boolean;
	/** No further rule is started once this many credits were debited. */
	readonly mostCredits: number;
	readonly finished?: (result: Result) => void;
}

/** Checks every rule, one after the other. */
export async function runRules(
	rules: readonly Rule[],
	target: Target,
	{ mayDisturb, mostCredits, finished }: RunOptions,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const rule of rules) {
		const began = performance.now();
		const told = await tellOutcome(rule, target, mayDisturb, mostCredits);
		const { section, title } = rule;
		const result = { section, title, ...told, elapsedMs: performance.now() - began };
		results.push(result);
		finished?.(result);
	}
	return results;
}

async function tellOutcome(
	rule: Rule,
	target: Target,
	mayDisturb: boolean,
	mostCredits: number,
): Promise<{ outcome: Outcome; reason?: string }> {
	if (rule.disturbs && !mayDisturb)
		return { outcome: "skipped", reason: "needs a client created for this: --own-client" };
	if (target.spent() >= mostCredits) {
		return { outcome: "skipped", reason: `${mostCredits} credits have been spent: --max-credits` };
	}
	try {
		await rule.run(target);
		return { outcome: "kept" };
	} catch (fault) {
		if (fault instanceof Skipped) return { outcome: "skipped", reason: fault.message };
		if (fault instanceof Violation) return { outcome: "broken", reason: fault.message };
		// A server that is unreachable, or whose answer the rule cannot interpret, breaks it too.
		return { outcome: "broken", reason: fault instanceof Error ? fault.message : String(fault) };
	}
}

export function countOf(results: readonly Result[], outcome: Outcome): number {
	return results.filter((result) => result.outcome === outcome).length;
}
