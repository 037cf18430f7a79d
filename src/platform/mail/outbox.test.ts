import { beforeAll, describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { HOUR_MS, SECOND_MS } from "../time/durations.ts";
import { claimMails, isMailDue, recordMailAttempt, renewMails } from "./outbox.ts";

const NOW = Date.UTC(2027, 4, 10);

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(NOW);
	const engine = opened(clock);
	beforeAll(async () => {
		await engine.execute(
			`insert into mail (mail_id, kind, account_id, recipient, subject, text_body, html_body, unsubscribe_url, created_at, failures, retry_at, lease_until, expires_at)
			values ('mail_1', 'digest', 'acc_1', 'buyer@shop.example', 'Digest', '', '', 'https://shop.example/u', ${NOW}, 0, ${NOW}, 0, ${NOW + 100 * HOUR_MS})`,
		);
	});

	const isDue = (nowMs: number) => {
		clock.set(nowMs);
		return isMailDue(engine.db.read, engine.db.traits);
	};
	const claim = async (nowMs: number) => {
		clock.set(nowMs);
		const rows = await engine.db.write(claimMails, { limit: 8 });
		return rows.map(({ mail_id }) => mail_id);
	};

	test("a mail belongs to whoever claimed it while the lease is renewed, and to others within 30 s of the last renewal", async () => {
		expect(await isDue(NOW)).toBe(true);
		expect(await claim(NOW)).toEqual(["mail_1"]);
		expect(await claim(NOW + 15 * SECOND_MS)).toEqual([]);
		await engine.db.write(renewMails, { mailIds: ["mail_1"] });
		expect(await isDue(NOW + 30 * SECOND_MS)).toBe(false);
		expect(await claim(NOW + 45 * SECOND_MS)).toEqual(["mail_1"]);
	});

	test("a lease written before the clock was set back has ended", async () => {
		expect(await claim(NOW + 10 * HOUR_MS)).toEqual(["mail_1"]);
		expect(await claim(NOW + HOUR_MS)).toEqual(["mail_1"]);
	});

	test("a mail that was sent is not renewed and not claimed again", async () => {
		clock.set(NOW + HOUR_MS);
		await engine.db.write(recordMailAttempt, { mailId: "mail_1", nowMs: NOW + HOUR_MS });
		await engine.db.write(renewMails, { mailIds: ["mail_1"] });
		expect(await claim(NOW + 2 * HOUR_MS)).toEqual([]);
		expect(await isDue(NOW + 20 * HOUR_MS)).toBe(false);
	});
});
