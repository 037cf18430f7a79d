import { allSettings } from "./config.ts";
import type { Setting } from "./platform/settings.ts";

/** Every setting as a row of a Markdown table, for the README. */
export function settingsTable(): string {
	const settings = Object.values(allSettings).flatMap((room) => Object.values<Setting<unknown>>(room));
	const rows = settings.map(
		({ name, defaultText, meaning }) =>
			`| \`${name}\` | ${defaultText === "none" ? "" : `\`${defaultText}\``} | ${meaning} |`,
	);
	return ["| name | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
