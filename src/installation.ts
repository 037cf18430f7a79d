import { mkdirSync } from "node:fs";
import { type Config, dataPlaces } from "./config.ts";
import { migrations } from "./migrations/all.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import { diskBlobs } from "./platform/blobs/disk.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { Database } from "./platform/db/database.ts";
import { openSqliteDatabase } from "./platform/db/sqlite/engine.ts";
import { migrateSqliteFile } from "./platform/db/sqlite/prepare-file.ts";
import { openSecrets, type Secrets } from "./platform/secrets.ts";

/** The stores of one installation, opened. */
export interface Installation {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly clock: Clock;
	close(): Promise<void>;
}

/** Opens the stores that the configuration names, creating and migrating what is missing. */
export async function openInstallation(config: Config, clock: Clock = systemClock): Promise<Installation> {
	const places = dataPlaces(config);
	mkdirSync(places.blobs, { recursive: true });
	const secrets = openSecrets(config.secrets, places.secret);
	await migrateSqliteFile(places.database, migrations);
	const db = openSqliteDatabase(places.database);
	return { db, blobs: diskBlobs(places.blobs), secrets, clock, close: () => db.close() };
}
