import { plainFault } from "../../platform/plain-fault.ts";
import { SECOND_MS } from "../../platform/time/durations.ts";
import { finding, type LiveFinding } from "./finding.ts";

/** More than this, and codes of authenticators fail at the edges; it is also the limit for storage in S3 by far. */
const MOST_OFF_MS = 5 * SECOND_MS;
const LONGEST_MS = 10_000;

/** A clock to compare with. */
export interface OtherClock {
	/** Such as `the database server`. */
	readonly name: string;
	/** Milliseconds since 1970. */
	now(): Promise<number>;
}

/** The clock of a web server, to the second: the `Date` of its answer, whatever that is. */
export function webClock(name: string, url: string): OtherClock {
	return {
		name,
		async now() {
			const answer = await fetch(url, {
				method: "HEAD",
				redirect: "manual",
				signal: AbortSignal.timeout(LONGEST_MS),
			});
			const ms = Date.parse(answer.headers.get("date") ?? "");
			if (Number.isNaN(ms)) throw new Error("its answer has no date");
			return ms + SECOND_MS / 2;
		},
	};
}

/** Compares this machine's clock with others. */
export async function checkClock(others: readonly OtherClock[], now: () => number): Promise<LiveFinding[]> {
	if (others.length === 0) {
		const todo = "--clock https://… compares it with a web server of your choice";
		return [finding("clock", "open", "there is no other clock to compare this machine's with", todo)];
	}
	return Promise.all(
		others.map(async (other) => {
			const beganMs = now();
			try {
				const otherMs = await other.now();
				const offMs = (beganMs + now()) / 2 - otherMs;
				const slackMs = (now() - beganMs) / 2;
				const found = `this machine's clock is ${(offMs / SECOND_MS).toFixed(1)} s ahead of that of ${other.name}`;
				const todo = "have NTP keep both clocks, such as by systemd-timesyncd or chrony";
				return Math.abs(offMs) > MOST_OFF_MS + slackMs
					? finding("clock", "wrong", found, todo)
					: finding("clock", "ok", found);
			} catch (fault) {
				return finding("clock", "open", `the clock of ${other.name} could not be read: ${plainFault(fault)}`);
			}
		}),
	);
}
