import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { balanceKeyOf, readBalance, readLedger } from "../billing/balances/balance.ts";
import { approveTopUp, rejectTopUp, requestTopUp, withdrawTopUp } from "../billing/pages/top-ups/changes.ts";
import { createKey } from "../clients/pages/changes.ts";
import { defaultPolicy, draftClient } from "../clients/policy/service.ts";
import type { Actor } from "../pages/events.ts";
import type { KeyPair } from "../platform/secrets.ts";
import { createAccount } from "./accounts/accounts.ts";
import { setDisabled } from "./accounts/administration-changes.ts";
import { beginAttempt } from "./accounts/attempts.ts";
import { issueReset, resetPassword } from "./accounts/password-changes.ts";
import { setRoles } from "./accounts/role-changes.ts";
import { openSession } from "./accounts/sessions.ts";
import { confirmTotp, startTotp } from "./accounts/totp-changes.ts";

/** The database decides concurrent requests, on either engine. */

const NOW = Date.UTC(2027, 4, 15, 12);
const hashKeys: KeyPair = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const actor: Actor = { accountId: "acct_admin", address: "192.0.2.1", requestId: "req_1", atMs: NOW };

describe.each(engines)("concurrent requests on $name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	let made = 0;
	async function newAccount(email = `person${++made}@example.com`) {
		const accountId = `acct_${++made}`;
		const outcome = await engine.db.write(createAccount, {
			accountId,
			email,
			passwordHash: "hash",
			passwordExpiresAtMs: null,
			roles: [],
			isSignUp: false,
			actor,
		});
		return { accountId, outcome };
	}
	const createFor = (accountId: string) => {
		const parts = {
			policy: { ...defaultPolicy, name: "Shop" },
			creditUnits: 0,
			ownerId: accountId,
			atMs: NOW,
		};
		const { client } = draftClient(hashKeys, parts);
		return engine.db.write(createKey, { accountId, client, actor }).then((outcome) => ({ outcome, client }));
	};
	const times = <T>(count: number, work: (place: number) => Promise<T>) =>
		Promise.all(Array.from({ length: count }, (_, place) => work(place)));

	test("an account gets only five of 40 keys requested at once", async () => {
		const { accountId } = await newAccount();
		const outcomes = await times(40, () => createFor(accountId));
		expect(outcomes.filter(({ outcome }) => outcome.kind === "created")).toHaveLength(5);
		const rows = await engine.db.read
			.selectFrom("client")
			.select("client_id")
			.where("owner_id", "=", accountId)
			.where("buyer_id", "is", null)
			.execute();
		expect(rows).toHaveLength(5);
	});

	test("only one of 20 accounts with the same address is created", async () => {
		const outcomes = await times(20, () => newAccount("same@example.com"));
		expect(outcomes.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
	});

	test("a top-up decided 30 times at once is decided once, and paid out only if it was approved", async () => {
		const { accountId } = await newAccount();
		const { client } = await createFor(accountId);
		const { clientId } = client;
		let paid = 0;
		for (let round = 0; round < 5; round++) {
			const topUpId = `top_${++made}`;
			await engine.db.write(requestTopUp, { topUpId, clientId, accountId, units: 100, note: null, actor });
			const decisions = await times(30, (place) =>
				place % 3 === 0
					? engine.db.write(approveTopUp, { topUpId, note: null, actor })
					: place % 3 === 1
						? engine.db.write(rejectTopUp, { topUpId, note: "No.", actor })
						: engine.db.write(withdrawTopUp, { topUpId, clientId, accountId, actor }),
			);
			expect(decisions.filter((outcome) => outcome === "done")).toHaveLength(1);
			const row = await engine.db.read
				.selectFrom("top_up")
				.select("state")
				.where("top_up_id", "=", topUpId)
				.executeTakeFirstOrThrow();
			if (row.state === "approved") paid += 100;
		}
		expect(await readBalance(engine.db, clientId)).toBe(paid);
		expect(await readLedger(engine.db, await balanceKeyOf(engine.db, clientId))).toHaveLength(paid / 100);
	});

	test("of 50 attempts at once, only as many as the limit are let through, even if two processes count", async () => {
		const other = engine.openAgain();
		onTestFinished(() => other.close());
		const buckets = [
			{ name: "account a", limit: 10 },
			{ name: "address 192.0.2.1", limit: 30 },
		];
		const outcomes = await times(50, (place) =>
			(place % 2 === 0 ? engine.db : other).write(beginAttempt, { buckets, nowMs: NOW }),
		);
		expect(outcomes.filter((refusedUntil) => refusedUntil === undefined)).toHaveLength(10);
		const later = { buckets, nowMs: NOW + 15 * 60_000 };
		expect(await engine.db.write(beginAttempt, { ...later, nowMs: later.nowMs - 1 })).toBe(later.nowMs);
		expect(await engine.db.write(beginAttempt, later)).toBeUndefined();
	});

	test("a one-time link used by ten at once sets one password", async () => {
		const { accountId } = await newAccount();
		await engine.db.write(issueReset, {
			accountId,
			tokenHash: `t${accountId}`,
			expiresAtMs: NOW + 1000,
			actor,
		});
		const outcomes = await times(10, (place) =>
			engine.db.write(resetPassword, {
				accountId,
				tokenHashes: [`t${accountId}`],
				newHash: `hash ${place}`,
				actor,
			}),
		);
		expect(outcomes.filter(Boolean)).toHaveLength(1);
	});

	test("one administrator remains when all of them are demoted or disabled at once", async () => {
		const ids = ["acct_x", "acct_y", "acct_z"];
		for (const accountId of ids) {
			const account = { accountId, email: `${accountId}@example.com`, passwordHash: "hash" };
			const more = { passwordExpiresAtMs: null, roles: ["administrator"], isSignUp: false, actor } as const;
			await engine.db.write(createAccount, { ...account, ...more });
		}
		const outcomes = await times(12, (place) =>
			place % 2 === 0
				? engine.db.write(setRoles, { accountId: ids[place % 3] ?? "", roles: [], actor })
				: engine.db.write(setDisabled, { accountId: ids[place % 3] ?? "", isDisabled: true, actor }),
		);
		expect(outcomes).toContain("last_administrator");
		const left = await engine.db.read
			.selectFrom("account")
			.select("account_id")
			.where("roles", "like", "%administrator%")
			.where("disabled_at", "is", null)
			.execute();
		expect(left).toHaveLength(1);
	});

	test("a TOTP code and a recovery code each open one session, and none opens for an outdated password", async () => {
		const { accountId } = await newAccount();
		await engine.db.write(startTotp, { accountId, sealedSecret: "sealed" });
		const recoveryHashes = ["code 1", "code 2"];
		const confirmation = {
			accountId,
			sealedSecret: "sealed",
			step: 10,
			recoveryHashes,
			sessionId: "ses_1",
			actor,
		};
		expect(await times(3, () => engine.db.write(confirmTotp, confirmation))).toEqual(
			expect.arrayContaining([true, false, false]),
		);
		const opening = (more: object) =>
			engine.db.write(openSession, {
				accountId,
				passwordHash: "hash",
				secondFactor: { kind: "totp", step: 11 },
				session: {
					sessionHash: `s${++made}`,
					sessionId: `ses_${made}`,
					expiresAtMs: NOW + 1000,
					address: "192.0.2.1",
					userAgent: "",
				},
				attempt: { own: "account a", shared: ["address b"] },
				actor,
				...more,
			});
		expect((await times(10, () => opening({}))).filter(Boolean)).toHaveLength(1);
		const recovery = { secondFactor: { kind: "recovery_code", hashes: ["code 1", "other key"] } };
		expect((await times(10, () => opening(recovery))).filter(Boolean)).toHaveLength(1);
		expect(await opening({ secondFactor: { kind: "totp", step: 10 } })).toBe(false);
		expect(await opening({ secondFactor: { kind: "none" } })).toBe(false);
		expect(await opening({ secondFactor: { kind: "totp", step: 12 }, passwordHash: "before" })).toBe(false);
		expect(await opening({ secondFactor: { kind: "totp", step: 12 } })).toBe(true);
	});
});
