import { reserveWork } from "./db/sqlite/reserve.ts";
import { runRegularly } from "./retention.ts";
import type { Work } from "./tasks/work.ts";

interface PlatformWorkParts {
	/** `undefined` with a shared database. */
	readonly databaseFile: string | undefined;
}

/** Keeps disk space for what has to work on a full disk, from the start on. */
export function platformWorks({ databaseFile }: PlatformWorkParts): Work[] {
	if (databaseFile === undefined) return [];
	const work = reserveWork(databaseFile);
	return [
		{
			failed: "no disk space could be kept in reserve",
			begin(onFault) {
				const first = work.step().catch(onFault);
				const stop = runRegularly([work], onFault);
				return async () => {
					await Promise.all([first, stop()]);
				};
			},
		},
	];
}
