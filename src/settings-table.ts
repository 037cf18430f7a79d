import { everySetting, settingsGroups } from "./config.ts";
import type { Setting } from "./platform/settings.ts";

/** The settings that most installations change: where it listens, where it stores data, and how it is reached and presented. */
const MOST_USED: readonly string[] = [
	"PACKSHOT_DATA",
	"PACKSHOT_HOST",
	"PACKSHOT_PORT",
	"PACKSHOT_PUBLIC_URL",
	"PACKSHOT_TRUSTED_PROXIES",
	"PACKSHOT_DATABASE_URL",
	"PACKSHOT_BLOB_URL",
	"PACKSHOT_SECRET",
	"PACKSHOT_WATERMARK_TEXT",
	"PACKSHOT_SMTP_URL",
];

/** All settings as Markdown tables with a heading for each group, for docs/settings.md. */
export function settingsPage(): string {
	return Object.values(settingsGroups)
		.map(({ title, settings }) => `## ${title}\n\n${table(Object.values(settings))}`)
		.join("\n\n");
}

/** The settings that matter most, as a Markdown table for the README. */
export function mostUsedSettings(): string {
	return table(MOST_USED.flatMap((name) => everySetting.find((each) => each.name === name) ?? []));
}

function table(settings: readonly Setting<unknown>[]): string {
	const rows = settings.map(
		({ name, defaultText, meaning, stored }) =>
			`| \`${name}\` | ${defaultText === "none" ? "" : `\`${defaultText}\``} | ${meaning}${stored ? "; *also set in the pages*" : ""} |`,
	);
	return ["| name | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
