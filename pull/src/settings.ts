import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import type { PullFolder } from "./folder.ts";
import { unusable } from "./stopped.ts";
import { INCLUDES, type Selection, selectionOf } from "./wanted.ts";

/** Options that a folder keeps, by their names; as they are given. */
export const KEPT_OPTIONS = ["size", "include", "variants", "format", "image-base-url", "upload"] as const;

export type Settings = { readonly [Name in (typeof KEPT_OPTIONS)[number]]?: string | undefined };

/** With what a folder was last pulled; nothing for a new one. @throws PullStopped for a damaged file */
export function keptSettings(out: string): Settings {
	// Folders of the first version kept the size alone.
	const { size } = kept<Settings>(out, "folder.json") ?? {};
	return { ...(size === undefined ? {} : { size }), ...kept<Settings>(out, "settings.json") };
}

/** What a file of the folder's state says; `undefined` where there is none. @throws PullStopped for a damaged file */
export function kept<T>(out: string, name: string): T | undefined {
	const file = join(out, ".packshot-pull", name);
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw unusable(`${file} cannot be read: ${(error as Error).message}`);
	}
}

export async function keepSettings({ state, files }: PullFolder, settings: Settings): Promise<void> {
	await files.write(join(state, "settings.json"), `${JSON.stringify(settings)}\n`);
}

/** What settings select. @throws PullStopped that names what is unknown */
export function wantedOf({ include, variants }: Settings): Selection {
	const included = choices("--include", include, INCLUDES);
	const pictures = choices("--variants", variants, VARIANTS);
	if (variants !== undefined && !included.includes("images"))
		throw unusable(`--variants ${variants} has no effect without images in --include ${include}`);
	return selectionOf(included, pictures);
}

/** A comma-separated list; all choices if omitted. */
function choices<Choice extends string>(
	option: string,
	given: string | undefined,
	known: readonly Choice[],
): readonly Choice[] {
	if (given === undefined) return known;
	const chosen = given.split(",").map((name) => name.trim());
	const unknown = chosen.find((name) => !(known as readonly string[]).includes(name));
	if (unknown !== undefined)
		throw unusable(`${option}: unknown "${unknown}"; choose from ${known.join(", ")}`);
	return chosen as unknown as readonly Choice[];
}
