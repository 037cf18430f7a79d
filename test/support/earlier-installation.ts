import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dataPaths, loadConfig } from "../../src/config.ts";
import { openBlobs } from "../../src/installation.ts";
import { migrations } from "../../src/migrations/all.ts";
import { type VerifiedArchive, verifyArchive } from "../../src/operations/backup/archive-reader.ts";
import { archivedRows } from "../../src/operations/backup/archived-rows.ts";
import { expectedTables } from "../../src/operations/backup/load-rows.ts";
import { restoreBlobs } from "../../src/operations/backup/restore-blobs.ts";
import { type EngineTraits, postgresTraits, sqliteTraits } from "../../src/platform/db/engine-traits.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { openJobPool } from "../../src/platform/db/postgres/connections.ts";
import { statementNames } from "../../src/platform/db/postgres/statement-names.ts";
import { transactOn as transactOnPostgres } from "../../src/platform/db/postgres/transactions.ts";
import { continueNumbering, insertCopied, knownSteps } from "../../src/platform/db/row-copy.ts";
import { openSqlite } from "../../src/platform/db/sqlite/connection.ts";
import { tablesOf } from "../../src/platform/db/sqlite/row-source.ts";
import { transactOn as transactOnSqlite } from "../../src/platform/db/sqlite/writer.ts";
import type { Tx } from "../../src/platform/db/tx.ts";
import type { TestPlace } from "./backups.ts";

/** What an installation of version 0.1.0 contained when it was stopped. The archive was written by that version's `packshot backup`. */
export interface EarlierInstallation {
	readonly nowMs: number;
	/** A client created on the command line, one with nutrition locked, and one whose credits an account bought. Balances are in units. */
	readonly clients: readonly {
		readonly clientId: string;
		readonly apiKey: string;
		readonly balance: number;
		readonly ledger: number;
	}[];
	/** A signed URL that has been used. */
	readonly used: string;
	/** The account. */
	readonly email: string;
}

const fixture = (name: string) =>
	fileURLToPath(new URL(`../fixtures/installation-0.1.0${name}`, import.meta.url));

export const archiveFile = fixture(".tar");
export const earlier: EarlierInstallation = JSON.parse(readFileSync(fixture(".json"), "utf8"));
/** What the used URL delivered. */
export const delivered = readFileSync(fixture("-delivered.jpg"));

/** Fills a place's database and pictures as the earlier version left them, in that version's schema. */
export function installEarlier(place: TestPlace): Promise<void> {
	return install(place, fill);
}

/** The same in the very first schema. Tables and columns that did not exist yet, accounts among them, are left out. */
export function installFirst(place: TestPlace): Promise<void> {
	return install(place, fillFirst);
}

type Fill = (tx: Tx, traits: EngineTraits, archive: VerifiedArchive) => Promise<void>;

async function install(place: TestPlace, fillWith: Fill): Promise<void> {
	const config = loadConfig(place.settings);
	const archive = await verifyArchive(archiveFile);
	await restoreBlobs(await openBlobs(config), archive, () => undefined);
	const { url } = config.database;
	if (url === undefined) await fillFile(dataPaths(config).database, archive, fillWith);
	else await fillServer(url, archive, fillWith);
}

async function fillFile(file: string, archive: VerifiedArchive, fillWith: Fill): Promise<void> {
	const connection = openSqlite(file, "writing");
	try {
		await transactOnSqlite(connection)((tx) => fillWith(tx, sqliteTraits, archive));
	} finally {
		connection.close();
	}
}

async function fillServer(url: string, archive: VerifiedArchive, fillWith: Fill): Promise<void> {
	const pool = openJobPool(url);
	try {
		const transact = transactOnPostgres(pool, statementNames());
		await transact((tx) => fillWith(tx, postgresTraits, archive));
	} finally {
		await pool.end();
	}
}

async function fill(tx: Tx, traits: EngineTraits, archive: VerifiedArchive): Promise<void> {
	const steps = knownSteps(archive.header.migrations, migrations);
	await migrate(tx, steps, traits);
	const tables = await expectedTables(archive, steps);
	for await (const { table, rows } of archivedRows(archive, tables))
		await insertCopied(tx, traits, table, rows);
	for (const table of tables.values()) await continueNumbering(tx, traits, table);
}

async function fillFirst(tx: Tx, traits: EngineTraits, archive: VerifiedArchive): Promise<void> {
	const steps = migrations.slice(0, 1);
	await migrate(tx, steps, traits);
	const first = new Map((await tablesOf(steps)).map((table) => [table.name, table]));
	const archived = await expectedTables(archive, knownSteps(archive.header.migrations, migrations));
	for await (const { table, rows } of archivedRows(archive, archived)) {
		const into = first.get(table.name);
		if (!into) continue;
		const places = into.columns.map((column) => table.columns.indexOf(column));
		await insertCopied(
			tx,
			traits,
			into,
			rows.map((row) => places.map((place) => row[place] ?? null)),
		);
	}
	for (const table of first.values()) await continueNumbering(tx, traits, table);
}
