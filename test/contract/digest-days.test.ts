import { afterAll, beforeAll, expect, test } from "vitest";
import { mailDigest } from "../../src/people/notices/digests.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

test("a day is reported once, and again from the right day on after a clock that was ahead by weeks was set back", async () => {
	const { email, accountId } = await newPerson(packshot);
	const nowMs = packshot.clock.now();
	await packshot.alter(
		`update account set email_verified_at = ${nowMs}, digest_on_at = ${nowMs} where email = '${email}'`,
	);
	const content = { subject: "A day", text: "", html: "", unsubscribeUrl: "https://shop.example/u" };
	const mail = { ...content, kind: "digest" as const, accountId, recipient: email };
	const today = nowMs - (nowMs % DAY_MS);
	const report = (dayMs: number) =>
		packshot.installation.db.write(mailDigest, { accountId, dayMs, mail, nowMs });
	expect(await report(today + 30 * DAY_MS)).toBe(true);
	expect(await report(today)).toBe(true);
	expect(await report(today)).toBe(false);
	// Another process, whose clock is a little behind around midnight.
	expect(await report(today - DAY_MS)).toBe(false);
});
