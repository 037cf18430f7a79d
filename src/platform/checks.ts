import type { Check } from "./check.ts";
import { integrityFaults } from "./db/integrity.ts";
import { checkMail } from "./mail/check.ts";

export const platformChecks: readonly Check[] = [
	{
		name: "database",
		async examine({ db }) {
			const faults = await integrityFaults(db);
			return { document: faults, fine: "intact", faults };
		},
	},
	{
		name: "settings",
		title: "stored settings",
		async examine({ storedSettings }) {
			const { settings } = storedSettings.standing();
			const faults = settings.flatMap(({ setting, fault }) =>
				fault === undefined
					? []
					: [`${setting.name} counts as unset: ${fault}; set it again on the page Settings`],
			);
			const stored = settings.filter(({ source }) => source === "stored").length;
			return { document: { stored, faults }, fine: `${stored} in use, all readable`, faults };
		},
	},
	{
		name: "mail",
		/** Mail refused by a mail server is not a fault of the installation's data. */
		async examine({ db }) {
			const document = await checkMail(db.scan);
			const { waiting, givenUp } = document;
			const failed = givenUp.map(
				({ reason, mails }) => [`${mails} mails of the last few days could not be sent: ${reason}`] as const,
			);
			return {
				document,
				notes: [...(waiting > 0 ? [[`${waiting} mails are waiting to be sent`] as const] : []), ...failed],
			};
		},
	},
];
