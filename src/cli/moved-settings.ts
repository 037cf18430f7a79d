import { readFileSync, writeFileSync } from "node:fs";
import { type Config, dataPaths } from "../config.ts";
import type { S3Location } from "../platform/blobs/blob-url.ts";

export interface MovedSetting {
	readonly name: string;
	/** For the terminal: the value, or where to find it if it is secret. */
	readonly from: string;
	readonly value: string;
}

/** @param here settings of the source. @param there of the target. */
export function movedSettings(here: Config, there: Config): MovedSetting[] {
	const { folder, secret } = dataPaths(here);
	const { url } = there.database;
	return [
		{ name: "PACKSHOT_DATA", from: folder, value: folder },
		url === undefined
			? { name: "PACKSHOT_DATABASE_URL", from: "unset: the database is the file in PACKSHOT_DATA", value: "" }
			: { name: "PACKSHOT_DATABASE_URL", from: "as you gave it", value: url },
		there.blobs.location === undefined
			? { name: "PACKSHOT_BLOB_URL", from: "unset: the pictures lie in PACKSHOT_DATA", value: "" }
			: {
					name: "PACKSHOT_BLOB_URL",
					from: blobUrl(there.blobs.location),
					value: blobUrl(there.blobs.location),
				},
		here.secrets.master === undefined
			? { name: "PACKSHOT_SECRET", from: `the line in ${secret}`, value: readFileSync(secret, "utf8").trim() }
			: { name: "PACKSHOT_SECRET", from: "as it is set now", value: here.secrets.master },
		...generations(here),
	];
}

function generations({ secrets }: Config): MovedSetting[] {
	const given = [
		["PACKSHOT_TOKEN_KEY_GENERATION", secrets.tokenGeneration],
		["PACKSHOT_URL_KEY_GENERATION", secrets.urlGeneration],
		["PACKSHOT_HASH_KEY_GENERATION", secrets.hashGeneration],
	] as const;
	return given
		.filter(([, generation]) => generation !== 1)
		.map(([name, generation]) => ({ name, from: String(generation), value: String(generation) }));
}

function blobUrl({ bucket, prefix, endpoint, region }: S3Location): string {
	const query = new URLSearchParams({ ...(endpoint === undefined ? {} : { endpoint }), region });
	return `s3://${bucket}/${prefix.replace(/\/$/, "")}?${query}`;
}

/** Writes a new file that both a shell and systemd can read. @throws when the file exists. */
export function writeSettingsFile(file: string, settings: readonly MovedSetting[]): void {
	const lines = settings
		.filter(({ value }) => value !== "")
		.map(({ name, value }) => `${name}='${value.replaceAll("'", "'\\''")}'`);
	writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
}
