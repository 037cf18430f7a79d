import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkAccounts } from "./accounts/check.ts";

export const peopleChecks: readonly Check[] = [
	{
		name: "accounts",
		async examine({ db }) {
			const document = await checkAccounts(db);
			const fine = `${counted(document.accounts, "account")} with their roles, sign-ins and keys`;
			return { document, fine, faults: document.faults };
		},
	},
];
