import { type Actor, type Changes, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { storeTexts } from "../../../platform/stored-settings.ts";
import { forgetTestMail } from "../set-up/changes.ts";

interface ServiceSettingsChange {
	/** The revision that the author has seen. */
	readonly revision: number;
	readonly texts: Parameters<typeof storeTexts>[2];
	/** What is recorded, without secrets. */
	readonly changes: Changes;
	/** Whether the mail server has to be tested again. */
	readonly isOtherMail: boolean;
	readonly actor: Actor;
}

/** @returns whether the revision was still the current one; otherwise nothing is changed. */
export const changeServiceSettings = command<ServiceSettingsChange, boolean>(
	"portal.change_service_settings",
	async (tx, { revision, texts, changes, isOtherMail, actor }) => {
		if (!(await storeTexts(tx, revision, texts))) return false;
		for (const [name, change] of Object.entries(changes))
			await recordEvent(tx, actor, "settings.changed", name, { [name]: change });
		if (isOtherMail) await forgetTestMail(tx);
		return true;
	},
);
