import type { SpendingAlertTable } from "../../billing/tables.ts";
import { amountFigure, amountText } from "../../pages/amount-text.ts";
import { isolatedText } from "../../platform/plain-text.ts";
import { minuteInMail } from "./mail-dates.ts";
import type { NoticeContent } from "./notice-mail.ts";

export function capSubject(alert: SpendingAlertTable, keyName: string): string {
	return `${alert.percent} % of the ${capOf(alert)}: ${isolatedText(keyName)}`;
}

export function capContent(
	alert: SpendingAlertTable,
	{
		keyName,
		accountName,
		url,
	}: { readonly keyName: string; readonly accountName: string | null; readonly url: string },
): NoticeContent {
	const name = isolatedText(keyName);
	const cap = capOf(alert);
	return {
		heading: `"${name}" has spent ${alert.percent} % of its ${cap}`,
		paragraphs: [
			`It had spent ${amountFigure(alert.units)} of ${amountText(alert.limit_units)} on ${minuteInMail(alert.at)}. What would go over the cap is refused until the ${alert.kind} ends, at midnight UTC.`,
		],
		facts: [
			...(accountName === null ? [] : [["Account", isolatedText(accountName)] as const]),
			["Name", name],
			[cap.charAt(0).toUpperCase() + cap.slice(1), amountText(alert.limit_units)],
			["Spent", amountText(alert.units)],
		],
		link: { label: "See or change the cap", url },
		footer: "You get this mail when 50, 80 and 100 % of a cap are spent.",
	};
}

function capOf({ kind }: SpendingAlertTable): string {
	return `${kind === "day" ? "daily" : "monthly"} cap`;
}
