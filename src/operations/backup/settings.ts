import { parseBlobUrl, type S3Location } from "../../platform/blobs/blob-url.ts";
import {
	integerSetting,
	type Setting,
	SettingError,
	storable,
	textSetting,
} from "../../platform/settings.ts";
import { withoutCredentials } from "../../platform/web-url.ts";

const SHORTEST_KEY = 32;

/** Where regular backups go: a folder, or a location in S3. */
export type BackupLocation = { readonly folder: string } | { readonly s3: S3Location };

export const backupSettings = {
	location: storable(
		{
			name: "PACKSHOT_BACKUP_URL",
			meaning:
				"Where a running server backs itself up every day: a folder on another disk or machine, or S3, written like PACKSHOT_BLOB_URL or with credentials of its own, `s3://KEY:SECRET@BUCKET`; if unset, it makes no backups",
			defaultText: "none",
			parse: locationOf,
		} satisfies Setting<BackupLocation | undefined>,
		{
			label: "Place",
			hint: "Of a backup every day: a folder on another disk or machine, or a bucket of S3. Without one, there are no backups.",
			conceal: (text) => (text.startsWith("s3://") ? withoutCredentials(text) : text),
		},
	),
	key: storable(
		{
			...textSetting(
				"PACKSHOT_BACKUP_KEY",
				undefined,
				"Key of at least 32 characters with which regular backups are encrypted; keep it elsewhere, or they are lost with it. Without it, backups in S3 leave out the master secret",
			),
			parse(text) {
				if (!text) return undefined;
				if (text.length >= SHORTEST_KEY) return text;
				throw new SettingError(`PACKSHOT_BACKUP_KEY must have at least ${SHORTEST_KEY} characters`);
			},
		} satisfies Setting<string | undefined>,
		{
			label: "Key",
			hint: "At least 32 characters, with which backups are encrypted. Keep a copy elsewhere: without it, they cannot be read.",
			conceal: () => null,
		},
	),
	hour: storable(
		integerSetting(
			"PACKSHOT_BACKUP_HOUR",
			2,
			{ min: 0, max: 23 },
			"Hour of the day, UTC, from which the daily backup is made",
		),
		{ label: "Hour", hint: "0 to 23, UTC: from then on, the backup of the day is made." },
	),
	days: storable(
		integerSetting(
			"PACKSHOT_BACKUP_DAYS",
			14,
			{ min: 1, max: 3650 },
			"Days for which regular backups are kept; the newest is always kept",
		),
		{ label: "Days", hint: "For which backups are kept. The newest is always kept." },
	),
	drillDays: storable(
		integerSetting(
			"PACKSHOT_BACKUP_DRILL_DAYS",
			7,
			{ min: 0, max: 365 },
			"Days after which the newest regular backup is restored on trial; 0 for never",
		),
		{ label: "Days between trials", hint: "Then the newest backup is restored on trial. 0 for never." },
	),
};

function locationOf(text: string | undefined): BackupLocation | undefined {
	if (!text) return undefined;
	if (text.startsWith("s3://"))
		return { s3: parseBlobUrl(text, "PACKSHOT_BACKUP_URL", { ownCredentials: true }) };
	if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return { folder: text };
	throw new SettingError("PACKSHOT_BACKUP_URL must be a folder or s3://BUCKET/PREFIX");
}
