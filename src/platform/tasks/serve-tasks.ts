import { writeFileSync } from "node:fs";
import type { TaskCall, TaskReply } from "./task.ts";

/** Functions that a process serves, by name; each takes and returns what can be sent between processes. */
type Served = Readonly<Record<string, (input: never) => unknown>>;

/** Makes this process serve tasks of a pool, one after the other. It ends with the process that started it, whatever native code is doing. */
export function serveTasks(served: Served): void {
	const functions = new Map(Object.entries(served));
	// process.exit() would wait for work in libuv's threads, which may never end.
	process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
	// The process that started this one receives them as well, and may still want its tasks done.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
	bePreferredVictim();
	process.on("message", async ({ name, input }: TaskCall) => {
		try {
			const serve = functions.get(name);
			if (!serve) throw new Error(`there is no task ${name}`);
			reply({ result: await serve(input as never) });
		} catch (fault) {
			reply({ fault: fault instanceof Error ? fault.message : String(fault) });
		}
	});
	reply("ready");
}

function reply(message: TaskReply): void {
	process.send?.(message);
}

/** If memory runs out, Linux should end this process rather than the server. */
function bePreferredVictim(): void {
	try {
		writeFileSync("/proc/self/oom_score_adj", "1000");
	} catch {
		// Not Linux, or /proc is read-only.
	}
}
