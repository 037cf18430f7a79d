import { SingleBar } from "cli-progress";
import { printableLines } from "../../src/platform/plain-text.ts";
import type { Report } from "./report.ts";

/** Prints a message for the person running the command. */
export type Say = (line: string) => void;

/** A progress display. */
export interface Progress {
	advance(): void;
	end(): void;
}

/** Where the command reports what it does, for people or for programs. */
export interface Output {
	readonly say: Say;
	/** @param what "Pictures" @param total how often it will advance */
	progress(what: string, total: number): Progress;
	/** The result of a run into `out`. @param summary it in words */
	done(report: Report, out: string, summary: string): void;
	/** @param code the service's error code, if it refused something */
	failed(message: string, exitCode: number, code: string | undefined): void;
}

/** How often a log tells how far things are. */
const LOG_EVERY_MS = 10_000;

/** Messages and a bar on stderr, the result on stdout. Logs get a line of progress every ten seconds in place of the bar. */
export function forPeople(): Output {
	// Text from the service and the list is printed without terminal escapes.
	const say = (line: string) => void process.stderr.write(`${printableLines(line)}\n`);
	return {
		say,
		progress(what, total) {
			if (process.stderr.isTTY) return bar(what, total);
			return logged(total, LOG_EVERY_MS, ({ done, perSecond, secondsLeft }) => {
				if (done < total)
					say(
						`${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}, ${rateOf(perSecond)}, ${timeLeft(secondsLeft)} left`,
					);
			});
		},
		done: (_report, _out, summary) => void process.stdout.write(`${printableLines(summary)}\n`),
		failed: (message) => say(`packshot-pull: ${message}`),
	};
}

/** One JSON object a line on stdout, and nothing else. */
export function forMachines(): Output {
	const emit = (event: string, more: object) =>
		void process.stdout.write(`${JSON.stringify({ event, time: new Date().toISOString(), ...more })}\n`);
	return {
		say: (text) => emit("message", { text }),
		progress: (what, total) =>
			logged(total, LOG_EVERY_MS, ({ done, perSecond, secondsLeft }) =>
				emit("progress", {
					what: what.toLowerCase(),
					done,
					total,
					per_second: Number(perSecond.toFixed(1)),
					seconds_left: secondsLeft,
				}),
			),
		done: (report, out) => emit("done", { out, ...report }),
		failed: (message, exitCode, code) => emit("failed", { message, exit_code: exitCode, code: code ?? null }),
	};
}

/** How far something is, at its average pace. */
interface Pace {
	readonly done: number;
	readonly perSecond: number;
	readonly secondsLeft: number;
}

function paceFrom(total: number): (done: number) => Pace {
	const startedMs = performance.now();
	return (done) => {
		const perSecond = (done / Math.max(performance.now() - startedMs, 1)) * 1000;
		return { done, perSecond, secondsLeft: perSecond === 0 ? 0 : Math.ceil((total - done) / perSecond) };
	};
}

/** Tells the pace from time to time, and at the end. */
function logged(total: number, everyMs: number, tell: (pace: Pace) => void): Progress {
	const pace = paceFrom(total);
	let [done, toldMs] = [0, performance.now()];
	return {
		advance() {
			done++;
			if (performance.now() - toldMs < everyMs) return;
			toldMs = performance.now();
			tell(pace(done));
		},
		end: () => (total > 0 ? tell(pace(done)) : undefined),
	};
}

function bar(what: string, total: number): Progress {
	if (total === 0) return { advance: () => undefined, end: () => undefined };
	const format = `${what} [{bar}] {value}/{total}  {rate}, {left} left`;
	const shown = new SingleBar({ format, stream: process.stderr, barsize: 30 });
	const pace = paceFrom(total);
	let done = 0;
	shown.start(total, 0, { rate: "–", left: "–" });
	return {
		advance() {
			const { perSecond, secondsLeft } = pace(++done);
			shown.update(done, { rate: rateOf(perSecond), left: timeLeft(secondsLeft) });
		},
		end: () => shown.stop(),
	};
}

function rateOf(perSecond: number): string {
	return perSecond < 1 ? `${(perSecond * 60).toFixed(0)} a minute` : `${perSecond.toFixed(0)} a second`;
}

function timeLeft(seconds: number): string {
	const minutes = Math.round(seconds / 60);
	if (seconds < 90) return `${seconds} s`;
	return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
