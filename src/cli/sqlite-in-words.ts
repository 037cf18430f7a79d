import type { SqliteLibrary } from "../platform/db/sqlite/library.ts";

/** Which SQLite is in use, and how to get one that is maintained. */
export function sqliteInWords({ name, version }: Pick<SqliteLibrary, "name" | "version">): string {
	if (name === "node:sqlite") return `SQLite ${version}, of Node.js ${process.versions.node}`;
	return `SQLite ${version}, of ${name}, which gets no more fixes; with Node.js 24.15 or newer, its own is used`;
}
