import { expect, test } from "vitest";
import { dayInMail, minuteInMail } from "./mail-dates.ts";

test("formats dates and times in mail in UTC", () => {
	const at = "2027-05-15T00:05:59Z";
	expect(dayInMail(Date.parse(at))).toBe("15 May 2027");
	expect(minuteInMail(Date.parse(at))).toBe("15 May 2027, 00:05 UTC");
});
