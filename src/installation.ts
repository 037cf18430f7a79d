import { mkdirSync } from "node:fs";
import { ensureDeclaration, requireKnownDeclaration } from "./catalogue/fields/declaration.ts";
import { type Config, DEFAULT_DATA_FOLDER, dataPaths, OWN_NAMES } from "./config.ts";
import { migrations } from "./migrations/all.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import { openDiskBlobs } from "./platform/blobs/disk.ts";
import { openDataFolder, type Warn } from "./platform/data-folder.ts";
import type { Database } from "./platform/db/database.ts";
import { NoInstallation } from "./platform/db/migrate.ts";
import type { RowSource } from "./platform/db/row-copy.ts";
import { openSqliteDatabase } from "./platform/db/sqlite/engine.ts";
import { hasSqliteSchema, migrateSqliteFile } from "./platform/db/sqlite/prepare-file.ts";
import { openSqliteSource } from "./platform/db/sqlite/row-source.ts";
import { freeBytes, reservedBytes } from "./platform/disk-room.ts";
import { ensureEpoch } from "./platform/epoch.ts";
import { printableText } from "./platform/plain-text.ts";
import { existingMaster, requireFittingSecret } from "./platform/secret-fit.ts";
import { openSecrets, SecretError, type Secrets } from "./platform/secrets.ts";
import { createStoredSettings, type StoredSettings } from "./platform/stored-settings.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";

/** The opened stores of one installation. */
export interface Installation {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly storedSettings: StoredSettings;
	readonly clock: Clock;
	/** Whether work that writes much may go on: the disk has more free than is kept for everything else. */
	hasRoom(): Promise<boolean>;
	close(): Promise<void>;
}

/** Opens the stores that the configuration names, creating and migrating them as needed, and puts stored settings into the configuration. */
export async function openInstallation(config: Config, clock: Clock = systemClock): Promise<Installation> {
	const paths = dataPaths(config);
	prepareDataFolder(config);
	if (config.database.url !== undefined && config.secrets.master === undefined) {
		throw new SecretError(
			"PACKSHOT_SECRET must be set, to the same value for all processes that share a database",
		);
	}
	const secrets = openSecrets(config.secrets, paths.secret);
	await migrateDatabase(config);
	const db = await openDatabase(config, clock);
	try {
		await requireKnownDeclaration(db.read);
		await ensureDeclaration(db);
		await requireFittingSecret(db, existingMaster(config.secrets, paths.secret) ?? "");
		await ensureEpoch(db);
		const { storable } = config;
		const storedSettings = await createStoredSettings({ db, sealKeys: secrets.sealKeys, storable });
		for (const { setting, fault } of storedSettings.standing().settings)
			if (fault !== undefined) warn(`${setting.name}, as stored, counts as unset: ${fault}`);
		const hasRoom = () => hasRoomFor(config);
		const blobs = await openBlobs(config);
		return { db, blobs, secrets, storedSettings, clock, hasRoom, close: () => db.close() };
	} catch (fault) {
		await db.close();
		throw fault;
	}
}

async function hasRoomFor(config: Config): Promise<boolean> {
	// Then nothing is stored in the folder, which may not even exist.
	if (config.database.url !== undefined && config.blobs.location) return true;
	return (await freeBytes(dataPaths(config).folder)) > reservedBytes(config.disk);
}

/** Checks before anything is opened, since opening would create what is missing. @throws NoInstallation that says which place was looked at, and why. */
export async function requireInstallation(config: Config): Promise<void> {
	const { url } = config.database;
	if (url !== undefined) {
		const { hasPostgresSchema } = await import("./platform/db/postgres/prepare-schema.ts");
		if (await hasPostgresSchema(url)) return;
		const { shownUrl } = await import("./platform/db/postgres/servers.ts");
		throw noInstallation(shownUrl(url), "PACKSHOT_DATABASE_URL");
	}
	const { folder, database } = dataPaths(config);
	if (hasSqliteSchema(database)) return;
	const { dataFolder } = config.process;
	const isDefault = dataFolder === DEFAULT_DATA_FOLDER;
	throw noInstallation(folder, `PACKSHOT_DATA, ${isDefault ? "by default " : ""}${dataFolder}`);
}

function noInstallation(place: string, setting: string): NoInstallation {
	return new NoInstallation(
		`there is no installation in ${place} (${setting}): name the place of yours in PACKSHOT_DATA or PACKSHOT_DATABASE_URL, or make a new one with packshot serve or packshot import`,
	);
}

/** Creates the data folder, private to its owner, if anything is stored in it. @throws SettingError when it cannot be written. */
export function prepareDataFolder(config: Config): void {
	if (config.database.url !== undefined && config.blobs.location) return;
	openDataFolder(dataPaths(config).folder, OWN_NAMES, warn);
}

const warn: Warn = (text) => void process.stderr.write(`packshot: warning: ${printableText(text)}\n`);

/** The S3 driver is loaded only when used: it takes as long to load as the rest of the service. */
export async function openBlobs(config: Config): Promise<BlobStore> {
	if (config.blobs.location) {
		const { openS3Blobs } = await import("./platform/blobs/s3.ts");
		return openS3Blobs(config.blobs.location);
	}
	const { blobs } = dataPaths(config);
	mkdirSync(blobs, { recursive: true });
	return openDiskBlobs(blobs, reservedBytes(config.disk));
}

/** Opens the database for copying in its current state, without migrating it. */
export async function openRows(config: Config): Promise<RowSource> {
	const { url } = config.database;
	if (url !== undefined) {
		const { openPostgresSource } = await import("./platform/db/postgres/row-source.ts");
		return openPostgresSource(url, migrations);
	}
	return openSqliteSource(dataPaths(config).database, migrations);
}

/** Migrates the schema. @returns the names of the applied steps. */
export async function migrateDatabase(config: Config): Promise<string[]> {
	const { url } = config.database;
	if (url !== undefined) {
		const { migratePostgres } = await import("./platform/db/postgres/prepare-schema.ts");
		return migratePostgres(url, migrations);
	}
	prepareDataFolder(config);
	return migrateSqliteFile(dataPaths(config).database, migrations);
}

/** Opens a database with an up-to-date schema. */
export async function openDatabase(config: Config, clock: Clock = systemClock): Promise<Database> {
	const { url, ...options } = config.database;
	if (url !== undefined) {
		const { openPostgresDatabase } = await import("./platform/db/postgres/engine.ts");
		// With SQLite, commands run on a thread of their own.
		const { commands } = await import("./commands.ts");
		return openPostgresDatabase({ ...options, url, commands, clock });
	}
	return openSqliteDatabase(dataPaths(config).database, clock);
}
