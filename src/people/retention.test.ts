import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { sweep } from "../retention.ts";
import { createAccount } from "./accounts/accounts.ts";
import { beginAttempt } from "./accounts/attempts.ts";
import { issueReset } from "./accounts/password-changes.ts";
import { openSession } from "./accounts/sessions.ts";
import { beginSignUp } from "./accounts/sign-up-changes.ts";
import { changePortalSettings } from "./portal-settings.ts";

const NOW = Date.UTC(2027, 4, 15);
const actor = { accountId: null, address: null, requestId: "req_1", atMs: NOW };

describe.each(engines)("on $name", ({ open }) => {
	test("sessions, links and attempts are deleted a day after they are over; accounts and events stay", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		const account = { accountId: "a", email: "a@example.com", passwordHash: "h", passwordExpiresAtMs: null };
		await db.write(createAccount, { ...account, roles: [], isSignUp: false, actor });
		const session = {
			sessionHash: "s",
			sessionId: "ses_1",
			expiresAtMs: NOW + DAY_MS,
			address: "::1",
			userAgent: "",
		};
		const buckets = { attempt: { own: "account a", shared: ["address b"] } };
		const opening = { accountId: "a", passwordHash: "h", secondFactor: { kind: "none" } as const, session };
		await db.write(openSession, { ...opening, ...buckets, actor });
		await db.write(issueReset, { accountId: "a", tokenHash: "t", expiresAtMs: NOW + DAY_MS, actor });
		await db.write(changePortalSettings, { signUpOpen: true, actor });
		const waiting = { email: "b@example.com", tokenHash: "t", expiresAtMs: NOW + DAY_MS, nowMs: NOW };
		await db.write(beginSignUp, waiting);
		await db.write(beginAttempt, { buckets: [{ name: "account a", limit: 1 }], nowMs: NOW + DAY_MS });
		const counts = async () => [
			(await db.read.selectFrom("account_session").selectAll().execute()).length,
			(await db.read.selectFrom("password_reset").selectAll().execute()).length,
			(await db.read.selectFrom("sign_up_link").selectAll().execute()).length,
			(await db.read.selectFrom("portal_attempt").selectAll().execute()).length,
			(await db.read.selectFrom("account").selectAll().execute()).length,
			(await db.read.selectFrom("portal_event").selectAll().execute()).length,
		];
		await db.write(sweep, { nowMs: NOW + 2 * DAY_MS });
		expect(await counts()).toEqual([1, 1, 1, 1, 1, 3]);
		await db.write(sweep, { nowMs: NOW + 2 * DAY_MS + 1 });
		expect(await counts()).toEqual([0, 0, 0, 0, 1, 3]);
	});
});
