import { createRequire } from "node:module";

/** SQLite comes with Node.js or in a package; both have the same interface. */
type Sqlite = Pick<typeof import("@photostructure/sqlite"), "DatabaseSync">;

/** The library that opens SQLite files. */
export interface SqliteLibrary extends Sqlite {
	readonly name: "node:sqlite" | "@photostructure/sqlite";
	/** Version of SQLite, such as `3.53.4`. */
	readonly version: string;
}

/** The first minor version of each line of Node.js whose `node:sqlite` is a release candidate; it warns of nothing, and gets the fixes of SQLite. */
const FIRST_MINOR: Readonly<Record<number, number>> = { 24: 15, 25: 7 };
const EVERY_MINOR_FROM = 26;

/** @param version in the format of `process.versions.node` */
export function hasMatureSqlite(version: string): boolean {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const first = FIRST_MINOR[major];
	return major >= EVERY_MINOR_FROM || (first !== undefined && minor >= first);
}

const locate = createRequire(import.meta.url);
let chosen: SqliteLibrary | undefined;

/**
 * The library of this process: that of Node.js where it is mature, otherwise the package, which supports older versions of Node.js and is loaded
 * only there. A process must open a file with one of them only: closing it in one would release the locks of the other.
 */
export function sqliteLibrary(): SqliteLibrary {
	chosen ??= builtIn() ?? described("@photostructure/sqlite", locate("@photostructure/sqlite"));
	return chosen;
}

/** `undefined` where it is missing, too young, or switched off by `--no-experimental-sqlite`. */
function builtIn(): SqliteLibrary | undefined {
	if (!hasMatureSqlite(process.versions.node)) return undefined;
	const sqlite = process.getBuiltinModule("node:sqlite");
	return sqlite && described("node:sqlite", sqlite as Sqlite);
}

function described(name: SqliteLibrary["name"], { DatabaseSync }: Sqlite): SqliteLibrary {
	const database = new DatabaseSync(":memory:");
	const { version } = database.prepare("select sqlite_version() as version").get() as { version: string };
	database.close();
	return { name, version, DatabaseSync };
}
