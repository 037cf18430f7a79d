import { accessSync, constants, mkdirSync } from "node:fs";
import { SettingError } from "./settings.ts";

/** Makes the folder that holds an installation, if need be. @throws SettingError when nothing can be stored there. */
export function openDataFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK | constants.X_OK);
	} catch (fault) {
		throw new SettingError(`PACKSHOT_DATA: ${(fault as Error).message}`);
	}
}
