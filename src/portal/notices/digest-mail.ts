import { formatCredits } from "../../api/credits.ts";
import { type ErrorCode, errorCatalogue } from "../../api/error-catalogue.ts";
import type { MailContent } from "../../platform/mail/html.ts";
import { printableText } from "../../platform/plain-text.ts";
import { dayInMail } from "./mail-dates.ts";

/** What one key did in a day, and what it has left. */
export interface KeyDay {
	readonly keyName: string;
	readonly units: number;
	readonly requests: number;
	readonly refusals: readonly { readonly error: string; readonly requests: number }[];
	readonly balanceUnits: number;
	readonly isRevoked: boolean;
	readonly isLow: boolean;
}

export interface DigestFacts {
	readonly dayMs: number;
	readonly digestHour: number;
	readonly keys: readonly KeyDay[];
	readonly base: string;
	readonly unsubscribeUrl: string;
}

/** Whether a day is worth a mail: something was called, or refused. */
export function saysSomething(keys: readonly KeyDay[]): boolean {
	return keys.some(({ requests, units, refusals }) => requests > 0 || units > 0 || refusals.length > 0);
}

export function digestSubject({ dayMs, keys }: Pick<DigestFacts, "dayMs" | "keys">): string {
	return `${dayInMail(dayMs)}: ${formatCredits(sum(keys, ({ units }) => units))} credits spent`;
}

/** The content of a digest mail. */
export function digestContent(facts: DigestFacts): MailContent {
	const { dayMs, digestHour, keys, base, unsubscribeUrl } = facts;
	const units = sum(keys, (key) => key.units);
	const requests = sum(keys, (key) => key.requests);
	const low = keys.filter(({ isLow }) => isLow).map(({ keyName }) => printableText(keyName));
	return {
		heading: `Your Packshot day: ${dayInMail(dayMs)}`,
		paragraphs: [
			`${formatCredits(units)} credits were spent in ${counted(requests, "call")}, from midnight to midnight UTC.`,
			...(low.length > 0 ? [`Below your low-balance mark: ${low.join(", ")}.`] : []),
		],
		facts: [...keys.map(keyLine), ...refusalLines(keys)],
		link: { label: "Open Packshot", url: base },
		footer: `We send this digest every day after ${String(digestHour).padStart(2, "0")}:00 UTC if there were calls the day before. You turned it on in your account settings.`,
		unsubscribeUrl,
	};
}

function keyLine(key: KeyDay): readonly [string, string] {
	const spent = `${formatCredits(key.units)} credits in ${counted(key.requests, "call")}`;
	return [printableText(key.keyName), `${spent}; balance ${formatCredits(key.balanceUnits)}`];
}

/** Refusals of all keys by cause, most frequent first. */
function refusalLines(keys: readonly KeyDay[]): (readonly [string, string])[] {
	const sums = new Map<string, number>();
	for (const { error, requests } of keys.flatMap(({ refusals }) => refusals)) {
		sums.set(error, (sums.get(error) ?? 0) + requests);
	}
	return [...sums]
		.sort(([one, less], [other, more]) => more - less || one.localeCompare(other))
		.map(([error, requests]) => [`Refused: ${causeWords(error)}`, counted(requests, "call")]);
}

function causeWords(error: string): string {
	const known = Object.hasOwn(errorCatalogue, error) ? errorCatalogue[error as ErrorCode].message : error;
	return known.replace(/\.$/, "");
}

function counted(count: number, noun: string): string {
	return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function sum(keys: readonly KeyDay[], amount: (key: KeyDay) => number): number {
	return keys.reduce((total, key) => total + amount(key), 0);
}
