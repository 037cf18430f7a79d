import { checkLedger } from "../../billing/ledger/check-ledger.ts";
import { stopAutomatic } from "../../payments/automatic.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { type Migration, migrate } from "../../platform/db/migrate.ts";
import {
	continueNumbering,
	type DeclaredTable,
	insertCopied,
	knownSteps,
} from "../../platform/db/row-copy.ts";
import { tablesOf } from "../../platform/db/sqlite/row-source.ts";
import { carryOver, type Replaced } from "../../platform/db/state-before.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { renewEpoch } from "../../platform/epoch.ts";
import { withdrawMail } from "../../platform/mail/outbox.ts";
import { switchAllOff } from "../../webhooks/register/changes.ts";
import { BackupError } from "./archive-format.ts";
import type { VerifiedArchive } from "./archive-reader.ts";
import { archivedRows } from "./archived-rows.ts";

/**
 * Creates the schema in an empty database, fills it from an archive, brings the schema up to date and checks every ledger: all in the caller's
 * transaction. @param before what is replaced: whatever was shut in it stays shut. @throws BackupError, SchemaTooNew
 */
export async function loadRows(
	tx: Tx,
	traits: EngineTraits,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	before?: Replaced,
): Promise<void> {
	const steps = knownSteps(archive.header.migrations, migrations);
	const tables = await expectedTables(archive, steps);
	await migrate(tx, steps, traits);
	for await (const { table, rows } of archivedRows(archive, tables)) {
		await insertCopied(tx, traits, table, rows);
	}
	for (const table of tables.values()) await continueNumbering(tx, traits, table);
	await migrate(tx, migrations, traits);
	await before?.keepShut(carryOver(tx, before.state, await tablesOf(migrations), Date.now()));
	await renewEpoch(tx);
	await switchAllOff(tx, Date.now());
	// Whoever turned it off after the backup does not pay again.
	await stopAutomatic(tx, {}, "restored", {
		accountId: null,
		address: null,
		requestId: "",
		atMs: Date.now(),
	});
	await withdrawMail(tx);
	await requireSoundLedger(tx, traits);
}

/** The tables of the archive, which must be those of its schema version, with their columns in the archive's order. */
export async function expectedTables(
	{ header }: VerifiedArchive,
	steps: readonly Migration[],
): Promise<Map<string, DeclaredTable>> {
	const tables = new Map<string, DeclaredTable>();
	for (const { name, columns, kinds } of await tablesOf(steps)) {
		const held = header.tables[name] ?? [];
		if ([...held].sort().join() !== [...columns].sort().join()) {
			throw new BackupError(`the backup does not fit its own schema: the columns of ${name} differ`);
		}
		const inOrder = held.map((column) => kinds[columns.indexOf(column)] ?? "text");
		tables.set(name, { name, columns: held, kinds: inOrder });
	}
	return tables;
}

async function requireSoundLedger(tx: Tx, traits: EngineTraits): Promise<void> {
	const { faults } = await checkLedger({ scan: tx, traits });
	const [first] = faults;
	if (first) {
		throw new BackupError(`the ledger in the backup is inconsistent: ${first.balanceKey}: ${first.problem}`);
	}
}
