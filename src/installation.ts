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
	mkdirSync(places.folder, { recursive: true });
	const secrets = openSecrets(config.secrets, places.secret);
	await migrateSqliteFile(places.database, migrations);
	const db = openSqliteDatabase(places.database);
	return { db, blobs: await openBlobs(config), secrets, clock, close: () => db.close() };
}

/** The driver of S3 is loaded by those who use it: it takes as long as the rest of the service. */
async function openBlobs(config: Config): Promise<BlobStore> {
	if (config.blobs.place) {
		const { s3Blobs } = await import("./platform/blobs/s3.ts");
		return s3Blobs(config.blobs.place);
	}
	const { blobs } = dataPlaces(config);
	mkdirSync(blobs, { recursive: true });
	return diskBlobs(blobs);
}
