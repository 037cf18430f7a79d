const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };

const dayFormat = new Intl.DateTimeFormat("en-GB", day);

const minuteFormat = new Intl.DateTimeFormat("en-GB", {
	...day,
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** A UTC day as the pages write it: `15 May 2027`. */
export function dayInMail(ms: number): string {
	return dayFormat.format(ms);
}

/** A moment as the pages write it, in UTC: `15 May 2027, 12:30 UTC`. */
export function minuteInMail(ms: number): string {
	return `${minuteFormat.format(ms)} UTC`;
}
