import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { readBalance } from "../billing/balances/balance.ts";
import { checkLedger } from "../billing/ledger/check-ledger.ts";
import { settle } from "../billing/ledger/settle.ts";
import { checkTopUps } from "../billing/pages/top-ups/check.ts";
import { chargeOf } from "../billing/prices/charge.ts";
import { defaultPolicy, issueClient } from "../clients/policy/service.ts";
import type { Database } from "../platform/db/database.ts";
import { requestId } from "../platform/ids.ts";
import { shareOf } from "./amounts.ts";
import { beginPayment, noteMessage, settleOwed } from "./changes.ts";
import { checkPayments } from "./checks.ts";
import type { Fact } from "./facts.ts";

/** Every order of what Stripe may tell: the balance is always what was paid, granted, spent and reversed, and nothing is taken of what others paid. */

const NOW = Date.UTC(2027, 4, 15);
const UNITS = 1_000_000;
const AMOUNT = 1000;

/** What happens to one payment, in the order in which it happens. Amounts are shares of the payment, in tenths. */
interface Story {
	readonly ending: "paid" | "failed" | "expired" | "late";
	readonly refunds: readonly { readonly tenths: number; readonly fails: boolean }[];
	readonly dispute: "none" | "open" | "won" | "lost";
	readonly disputedTenths: number;
}

const story: fc.Arbitrary<Story> = fc.record({
	ending: fc.constantFrom("paid", "paid", "late", "failed", "expired"),
	refunds: fc.array(fc.record({ tenths: fc.integer({ min: 1, max: 6 }), fails: fc.boolean() }), {
		maxLength: 2,
	}),
	dispute: fc.constantFrom("none", "open", "won", "lost"),
	disputedTenths: fc.integer({ min: 1, max: 10 }),
});

/** The messages of a story; what was said later has a later second. */
function messagesOf(paymentId: string, { ending, refunds, dispute, disputedTenths }: Story): Fact[] {
	const paymentIntent = `pi_${paymentId}`;
	const session = (state: "paid" | "processing" | "failed" | "expired"): Fact => ({
		kind: "session",
		paymentId,
		sessionId: `cs_${paymentId}`,
		state,
		paymentIntent,
		currency: "EUR",
		amount: AMOUNT,
		paidAmount: AMOUNT,
		begun: undefined,
	});
	if (ending === "failed" || ending === "expired") return [session("processing"), session(ending)];
	const reversal = (kind: "refund" | "dispute", id: string, tenths: number) => {
		const said = (state: "taken" | "undone", saidAt: number, isFinal: boolean): Fact => ({
			kind: "reversal",
			paymentIntent,
			id: `${id}_${paymentId}`,
			said: { kind, amount: tenths * (AMOUNT / 10), state, saidAt, isFinal },
		});
		return said;
	};
	return [
		...(ending === "late" ? [session("processing")] : []),
		session("paid"),
		...refunds.flatMap(({ tenths, fails }, place) => {
			const said = reversal("refund", `re${place}`, tenths);
			return [said("taken", 10, false), ...(fails ? [said("undone", 10 + place, true)] : [])];
		}),
		...(dispute === "none" ? [] : disputeOf(reversal("dispute", "du", disputedTenths), dispute)),
	];
}

function disputeOf(
	said: (state: "taken" | "undone", saidAt: number, isFinal: boolean) => Fact,
	ending: "open" | "won" | "lost",
): Fact[] {
	if (ending === "open") return [said("taken", 20, false)];
	return [said("taken", 20, false), said(ending === "won" ? "undone" : "taken", 20, true)];
}

/** What refunds and disputes of a story take back in the end. */
function reversedBy({ ending, refunds, dispute, disputedTenths }: Story): number {
	if (ending === "failed" || ending === "expired") return 0;
	const refunded = refunds.filter(({ fails }) => !fails).reduce((sum, { tenths }) => sum + tenths, 0);
	const disputed = dispute === "open" || dispute === "lost" ? disputedTenths : 0;
	return shareOf(UNITS, (refunded + disputed) * (AMOUNT / 10), AMOUNT);
}
const paidBy = ({ ending }: Story) => (ending === "paid" || ending === "late" ? UNITS : 0);

describe.each(engines)("on $name", ({ opened }) => {
	const engine = opened();

	async function account(accountId: string) {
		await engine.execute(`insert into account (account_id, email, password_hash, roles, created_at, totp_last_step)
			values ('${accountId}', '${accountId}@example.com', '', '[]', 1, 0)`);
		const issuing = {
			db: engine.db,
			clock: { now: () => NOW },
			hashKeys: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const,
		};
		const { clientId } = await issueClient(issuing, { ...defaultPolicy, name: accountId }, 0);
		await engine.execute(`update client set owner_id = '${accountId}' where client_id = '${clientId}'`);
		return clientId;
	}
	const actor = (accountId: string) => ({ accountId, address: null, requestId: requestId(NOW), atMs: NOW });

	let accounts = 0;
	let payments = 0;
	async function begin(accountId: string, clientId: string): Promise<string> {
		const paymentId = `pay_${payments++}`;
		const price = { units: UNITS, currency: "EUR", amount: AMOUNT, mostUnits: 1000 * UNITS };
		const outcome = await engine.db.write(beginPayment, {
			paymentId,
			accountId,
			clientId,
			...price,
			actor: actor(accountId),
		});
		expect(outcome.kind).toBe("begun");
		return paymentId;
	}
	const tell = (fact: Fact) =>
		engine.db.write(noteMessage, {
			fact,
			paymentId: fact.kind === "reversal" ? fact.paymentIntent.slice(3) : undefined,
			requestId: requestId(NOW),
			atMs: NOW,
		});
	async function spend(clientId: string, units: number): Promise<boolean> {
		const charge = chargeOf([{ action: "products.head", quantity: 1, priceUnits: units }]);
		const request = { method: "HEAD", route: "/products/:barcode", status: 200, address: "192.0.2.1" };
		const settlement = { clientId, requestId: requestId(NOW), atMs: NOW, charge, ...request };
		return (await engine.db.write(settle, settlement)).paid;
	}
	async function owedBy(db: Database, accountId: string): Promise<number> {
		const rows = await db.read
			.selectFrom("payment")
			.select("owed_units")
			.where("account_id", "=", accountId)
			.execute();
		return rows.reduce((sum, { owed_units }) => sum + owed_units, 0);
	}
	async function faults(): Promise<unknown[]> {
		const [payments, topUps, ledger] = [
			await checkPayments(engine.db),
			await checkTopUps(engine.db),
			await checkLedger(engine.db),
		];
		return [...payments.faults, ...topUps.faults, ...ledger.faults];
	}

	const steps = fc.record({
		stories: fc.array(story, { minLength: 1, maxLength: 3 }),
		/** In which order all messages come, and which come again. */
		order: fc.infiniteStream(fc.nat()),
		repeated: fc.infiniteStream(fc.boolean()),
		spent: fc.infiniteStream(fc.nat({ max: UNITS })),
		isShared: fc.boolean(),
		settles: fc.boolean(),
	});

	test("the balance is what was paid, spent and reversed, whatever comes in whatever order", async () => {
		await fc.assert(
			fc.asyncProperty(steps, async ({ stories, order, repeated, spent, isShared, settles }) => {
				const accountId = `acct_${accounts++}`;
				const clientId = await account(accountId);
				const otherPaid = isShared ? UNITS : 0;
				if (isShared) {
					const other = await account(`acct_${accounts++}`);
					await engine.execute(
						`update balance_member set balance_key = '${clientId}' where client_id = '${other}'`,
					);
					const [paid] = messagesOf(await begin(`acct_${accounts - 1}`, other), {
						ending: "paid",
						refunds: [],
						dispute: "none",
						disputedTenths: 1,
					});
					await tell(paid as Fact);
				}
				const waiting: Fact[] = [];
				for (const each of stories) waiting.push(...messagesOf(await begin(accountId, clientId), each));
				let used = 0;
				while (waiting.length > 0) {
					const place = (order.next().value ?? 0) % waiting.length;
					const fact = waiting[place] as Fact;
					if (!repeated.next().value) waiting.splice(place, 1);
					await tell(fact);
					const units = Math.min(spent.next().value ?? 0, UNITS);
					if (units > 0 && (await readBalance(engine.db, clientId)) - units >= otherPaid)
						if (await spend(clientId, units)) used += units;
				}
				const paid = stories.reduce((sum, each) => sum + paidBy(each), 0);
				const reversed = stories.reduce((sum, each) => sum + reversedBy(each), 0);
				const [balance, owed] = [await readBalance(engine.db, clientId), await owedBy(engine.db, accountId)];
				expect(balance - owed).toBe(otherPaid + paid - reversed - used);
				if (isShared) expect(balance).toBeGreaterThanOrEqual(otherPaid);
				else expect(owed).toBe(0);
				expect(await spend(clientId, 1)).toBe(balance > 0 && owed === 0);
				if (settles && owed > 0) {
					const rows = await engine.db.read
						.selectFrom("payment")
						.select("payment_id")
						.where("account_id", "=", accountId)
						.where("owed_units", ">", 0)
						.execute();
					for (const { payment_id: paymentId } of rows)
						await engine.db.write(settleOwed, { paymentId, actor: actor(accountId) });
					expect(await spend(clientId, 1)).toBe(balance > 0);
				}
			}),
			{ numRuns: 60 },
		);
		expect(await faults()).toEqual([]);
	});
});
