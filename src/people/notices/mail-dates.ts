const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
const minute: Intl.DateTimeFormatOptions = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** A UTC day as the pages write it: `15 May 2027`. */
export function dayInMail(ms: number): string {
	return new Date(ms).toLocaleDateString("en-GB", day);
}

/** A moment as the pages write it, in UTC: `15 May 2027, 12:30 UTC`. */
export function minuteInMail(ms: number): string {
	return `${new Date(ms).toLocaleString("en-GB", minute)} UTC`;
}
