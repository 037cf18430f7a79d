import type { FailureReason } from "./reasons.ts";

/** Attempts of this process by how they ended, counted since it started: plain numbers, incremented in place. */
export const attemptCounters = new Map<"delivered" | FailureReason, number>();

export function countAttempt(outcome: "delivered" | FailureReason): void {
	attemptCounters.set(outcome, (attemptCounters.get(outcome) ?? 0) + 1);
}
