import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PullFolder } from "./folder.ts";
import { unusable } from "./stopped.ts";

/** Options that a folder keeps, by their names; as they are given. */
export const KEPT_OPTIONS = ["size", "include", "variants", "format", "image-base-url", "upload"] as const;

export type Settings = { readonly [Name in (typeof KEPT_OPTIONS)[number]]?: string | undefined };

/** With what a folder was last pulled; nothing for a new one. @throws PullStopped for a damaged file */
export function keptSettings(out: string): Settings {
	// Folders of the first version kept the size alone.
	const { size } = optionalJson(join(out, ".packshot-pull", "folder.json"));
	return {
		...(size === undefined ? {} : { size }),
		...optionalJson(join(out, ".packshot-pull", "settings.json")),
	};
}

function optionalJson(file: string): Settings {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return {};
		throw unusable(`${file} cannot be read: ${(error as Error).message}`);
	}
}

export async function keepSettings({ state, files }: PullFolder, settings: Settings): Promise<void> {
	await files.write(join(state, "settings.json"), `${JSON.stringify(settings)}\n`);
}
