import { lastsInWords } from "../../../web/src/format/lasts.ts";
import type { SpendingAlertTable } from "../../billing/tables.ts";
import { amountText } from "../../pages/amount-text.ts";
import { isolatedText } from "../../platform/plain-text.ts";
import { minuteInMail } from "./mail-dates.ts";
import type { NoticeContent } from "./notice-mail.ts";

export interface LowBalanceFacts {
	readonly fall: SpendingAlertTable;
	readonly keyName: string;
	/** What the account is called; null if it has no name. */
	readonly accountName: string | null;
	/** Of the account's credits, or of the key. */
	readonly path: string;
	/** At the time of the mail. */
	readonly balanceUnits: number;
	/** Spent of it a day lately; null if too little to tell. */
	readonly unitsPerDay: number | null;
	readonly base: string;
}

export function lowBalanceSubject(keyName: string): string {
	return `Low balance: ${isolatedText(keyName)}`;
}

export function lowBalanceContent(facts: LowBalanceFacts): NoticeContent {
	const { fall, accountName, balanceUnits, unitsPerDay, base } = facts;
	const keyName = isolatedText(facts.keyName);
	const lasts = lastsInWords(balanceUnits, unitsPerDay);
	return {
		heading: `The balance of "${keyName}" is low`,
		paragraphs: [
			`It fell below your mark of ${amountText(fall.limit_units)} on ${minuteInMail(fall.at)}. Once it is used up, calls that cost credits are refused.`,
		],
		facts: [
			...(accountName === null ? [] : [["Account", isolatedText(accountName)] as const]),
			["Name", keyName],
			["Balance", amountText(balanceUnits)],
			...(unitsPerDay === null
				? []
				: [["Spending", `${amountText(Math.round(unitsPerDay))} a day`] as const]),
			...(lasts === "" ? [] : [["Lasts", lasts] as const]),
		],
		link: { label: "Ask for credits", url: `${base}${facts.path}/top-ups` },
		footer: "You get this mail each time a balance falls below the mark you set.",
	};
}
