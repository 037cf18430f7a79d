/** What one client learned: every charge by request id, and how often it got no answer. */
export interface Told {
	readonly clientId: string;
	/** Units of 1/10,000 credit by request id, for answers that cost something. */
	readonly charges: Map<string, number>;
	/** Calls without an answer or with a 5xx, which may have been charged. */
	unknown: number;
	/** Request ids for which two answers gave different prices. */
	readonly contradictions: string[];
}

/** Everything that callers saw, over all clients. */
export interface Seen {
	/** Number of answers by kind of call and status, such as `read 200`. */
	readonly answers: Map<string, number>;
	/** Answers that nothing excuses; the first hundred are described. */
	readonly wrong: string[];
	wrongCount: number;
	calls: number;
}

const WORDED = 100;

export function nothingSeen(): Seen {
	return { answers: new Map(), wrong: [], wrongCount: 0, calls: 0 };
}

export function noteAnswer(seen: Seen, kind: string, status: number | "none"): void {
	const name = `${kind} ${status}`;
	seen.calls++;
	seen.answers.set(name, (seen.answers.get(name) ?? 0) + 1);
}

export function noteWrong(seen: Seen, words: string): void {
	seen.wrongCount++;
	if (seen.wrong.length < WORDED) seen.wrong.push(words);
}

/** Records the cost given in an answer, in credits as the API writes them. */
export function noteCharge(told: Told, requestId: string, credits: number): void {
	const units = Math.round(credits * 10_000);
	if (units === 0) return;
	const before = told.charges.get(requestId);
	if (before !== undefined && before !== units) told.contradictions.push(requestId);
	told.charges.set(requestId, units);
}
