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
	/** Spending per day, over the last `paceDays` days. */
	readonly unitsPerDay: number;
	readonly paceDays: number;
	readonly base: string;
}

export function lowBalanceSubject(keyName: string): string {
	return `Low balance: ${isolatedText(keyName)}`;
}

export function lowBalanceContent(facts: LowBalanceFacts): NoticeContent {
	const { fall, accountName, balanceUnits, unitsPerDay, paceDays, base } = facts;
	const keyName = isolatedText(facts.keyName);
	return {
		heading: `The balance of "${keyName}" is low`,
		paragraphs: [
			`It fell below your mark of ${amountText(fall.limit_units)} on ${minuteInMail(fall.at)}. Once it is used up, calls that cost credits are refused.`,
		],
		facts: [
			...(accountName === null ? [] : [["Account", isolatedText(accountName)] as const]),
			["Name", keyName],
			["Balance", amountText(balanceUnits)],
			["Spending", `${amountText(Math.round(unitsPerDay))} a day, ${paceWords(paceDays)}`],
			["Lasts", lastsWords(balanceUnits, unitsPerDay)],
		],
		link: { label: "Ask for credits", url: `${base}${facts.path}/top-ups` },
		footer: "You get this mail each time a balance falls below the mark you set.",
	};
}

/** How long a balance lasts at the given pace, in words. */
export function lastsWords(balanceUnits: number, unitsPerDay: number): string {
	if (balanceUnits <= 0) return "used up";
	if (unitsPerDay <= 0) return "nothing spent lately";
	const days = balanceUnits / unitsPerDay;
	if (days < 1) return "less than a day";
	if (days >= 365) return "more than a year";
	const whole = Math.floor(days);
	return whole === 1 ? "about 1 day" : `about ${whole} days`;
}

function paceWords(days: number): string {
	return days === 1 ? "over the last day" : `over the last ${days} days`;
}
