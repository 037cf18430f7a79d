import { spawnSync } from "node:child_process";

/** One system call of a traced process. Times are positions in the trace: an end below a start means that it came first. */
export interface SystemCall {
	readonly name: string;
	readonly startedAt: number;
	endedAt: number;
	/** Arguments and result, as strace prints them: `22</data/file>, "…", 4096) = 4096`. */
	text: string;
}

/** Why system calls cannot be traced here; `undefined` if they can. */
export function whyNotTraceable(): string | undefined {
	const { status, error, stderr } = spawnSync("strace", ["-f", "-o", "/dev/null", "true"], {
		encoding: "utf8",
	});
	if (error) return "strace is not installed";
	return status === 0 ? undefined : `strace may not trace here: ${stderr.trim()}`;
}

/** Parses the output of `strace -f -o`. A call that another thread interrupts is printed on two lines. */
export function readTrace(trace: string): SystemCall[] {
	const calls: SystemCall[] = [];
	const unfinished = new Map<string, SystemCall>();
	trace.split("\n").forEach((line, at) => {
		const match = /^(\d+) +(?:<\.\.\. \w+ resumed>|(\w+)\()(.*)$/.exec(line);
		if (!match?.[1]) return;
		const [, thread, name, text = ""] = match;
		const call = name ? { name, startedAt: at, endedAt: at, text } : unfinished.get(thread);
		if (!call) return;
		if (name) calls.push(call);
		else {
			call.endedAt = at;
			call.text += text;
		}
		if (line.endsWith("<unfinished ...>")) {
			call.endedAt = Number.POSITIVE_INFINITY;
			unfinished.set(thread, call);
		} else unfinished.delete(thread);
	});
	return calls;
}
