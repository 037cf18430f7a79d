import { accessSync, constants, mkdirSync } from "node:fs";
import { SettingError } from "./settings.ts";

/** Creates the folder of an installation if needed. @throws SettingError when it is not writable. */
export function openDataFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK | constants.X_OK);
	} catch (fault) {
		throw new SettingError(`PACKSHOT_DATA: ${(fault as Error).message}`);
	}
}
