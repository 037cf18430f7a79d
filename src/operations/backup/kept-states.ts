import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Migration } from "../../platform/db/migrate.ts";
import type { RowSource } from "../../platform/db/row-copy.ts";
import { openSqliteSource } from "../../platform/db/sqlite/row-source.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { removeFile } from "./restore-file.ts";

/** Where an installation has its rows. */
export interface DatabasePlace {
	/** The database file, for SQLite. */
	readonly databaseFile: string;
	/** The database server, for PostgreSQL. */
	readonly databaseUrl: string | undefined;
}

/** A state that a restore has replaced: a file beside the database, or a schema. */
export interface KeptState {
	readonly name: string;
	readonly keptAtMs: number;
}

/** For so long a state is kept, unless the next restore keeps another one. */
export const KEPT_MS = DAY_MS;

/** The name under which a state is kept that is replaced now. */
export function keptName({ databaseFile, databaseUrl }: DatabasePlace): string {
	const moment = new Date().toISOString().replace(/\D/g, "");
	return databaseUrl === undefined ? `${databaseFile}.before-${moment}` : `packshot_before_${moment}`;
}

/** The states that are kept, oldest first. */
export async function keptStates({ databaseFile, databaseUrl }: DatabasePlace): Promise<KeptState[]> {
	const names =
		databaseUrl === undefined
			? filesBeside(databaseFile)
			: await (await import("./restore-server.ts")).keptSchemas(databaseUrl);
	return names.sort().flatMap((name) => {
		const [, ...parts] = /before[-_](\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(name) ?? [];
		const [year, month, ...rest] = parts.map(Number);
		if (year === undefined || month === undefined) return [];
		return [{ name, keptAtMs: Date.UTC(year, month - 1, ...rest) }];
	});
}

function filesBeside(file: string): string[] {
	const folder = dirname(file);
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.before-`));
	return names.map((name) => join(folder, name));
}

/** Opens a kept state for copying. @throws SchemaTooNew */
export async function openKept(
	{ databaseUrl: url }: DatabasePlace,
	{ name }: KeptState,
	migrations: readonly Migration[],
): Promise<RowSource> {
	if (url === undefined) return openSqliteSource(name, migrations);
	const { openPostgresSource } = await import("../../platform/db/postgres/row-source.ts");
	return openPostgresSource(url, migrations, name);
}

/** Deletes kept states whose day is over, and what was uploaded to be restored and was not. */
export async function removeOld(
	place: DatabasePlace,
	restoreFolder: string,
	nowMs: number,
): Promise<boolean> {
	await removeKept(place, ({ keptAtMs }) => keptAtMs + KEPT_MS <= nowMs);
	const names = existsSync(restoreFolder) ? readdirSync(restoreFolder) : [];
	for (const path of names.map((name) => join(restoreFolder, name)))
		if (statSync(path).mtimeMs + KEPT_MS <= nowMs) rmSync(path, { recursive: true, force: true });
	return false;
}

/** Deletes the kept states that `isOver` chooses. */
export async function removeKept(place: DatabasePlace, isOver: (state: KeptState) => boolean): Promise<void> {
	const names = (await keptStates(place)).filter(isOver).map(({ name }) => name);
	if (names.length === 0) return;
	if (place.databaseUrl === undefined) for (const name of names) removeFile(name);
	else await (await import("./restore-server.ts")).dropSchemas(place.databaseUrl, names);
}
