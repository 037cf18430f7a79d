import { reserveWork } from "./db/sqlite/reserve.ts";
import { runRegularly } from "./retention.ts";
import type { StoredSettings } from "./stored-settings.ts";
import { regularWork, type Work } from "./tasks/work.ts";

/** Every node notices within this time what administrators have stored on another. */
const SETTINGS_EVERY_MS = 2000;

interface PlatformWorkParts {
	readonly storedSettings: StoredSettings;
	/** `undefined` with a shared database. */
	readonly databaseFile: string | undefined;
}

export function platformWorks({ databaseFile, storedSettings }: PlatformWorkParts): Work[] {
	const settings = regularWork("stored settings could not be read", [
		{ everyMs: SETTINGS_EVERY_MS, step: () => storedSettings.refresh().then(() => false) },
	]);
	return databaseFile === undefined ? [settings] : [settings, keepingReserve(databaseFile)];
}

/** Keeps disk space for what has to work on a full disk, from the start on. */
function keepingReserve(databaseFile: string): Work {
	const work = reserveWork(databaseFile);
	return {
		failed: "no disk space could be kept in reserve",
		begin(onFault) {
			const first = work.step().catch(onFault);
			const stop = runRegularly([work], onFault);
			return async () => {
				await Promise.all([first, stop()]);
			};
		},
	};
}
