import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { checkTopUps } from "../../src/billing/pages/top-ups/check.ts";
import { loadConfig } from "../../src/config.ts";
import { catchUp } from "../../src/payments/catch-up.ts";
import { checkPayments } from "../../src/payments/checks.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { type Browser, browser, newPerson, separateKey } from "../support/portal.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestService } from "../support/service.ts";
import { type StripeFault, type StripeServer, startStripe } from "../support/stripe-server.ts";
import { repetitions } from "../support/thoroughness.ts";

/**
 * Buyers pay at servers that are killed in every step, through calls and messages that are lost, late, doubled and reordered. In the end, each payment whose
 * money came is credited once, no other one is, and refunds and disputes are taken back.
 */

const ROUNDS = repetitions({ gate: 6, long: 60 });
const LEAST_KILLS = 5;
const BUYERS = 6;
const REDIRECT = fileURLToPath(new URL("../support/redirect-stripe.cjs", import.meta.url));
const FAULTS: readonly StripeFault[] = ["500", "429", "lost", "answer lost"];
if (!postgresUrl) console.info("PostgreSQL is not installed: paying servers are killed on SQLite alone");

const chance = (share: number) => Math.random() < share;
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

describe.each(["SQLite", ...(postgresUrl ? ["PostgreSQL"] : [])])("on %s", (engine) => {
	let folder: string;
	let schema: TestSchema | undefined;
	let environment: Record<string, string>;
	let stripe: StripeServer;
	const servers: BuiltServer[] = [];
	const nodes = engine === "PostgreSQL" ? 2 : 1;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-paying-"));
		schema = engine === "PostgreSQL" ? await openSchema(folder) : undefined;
		stripe = await startStripe();
		environment = {
			...(schema ? sharedDatabase(schema.url) : {}),
			...stripe.settings,
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "1000000",
			PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
			PACKSHOT_PAID_CREDITS_PER_DAY: "1000000",
		};
	});
	afterAll(async () => {
		for (const { process } of servers) process.kill("SIGKILL");
		await stripe.close();
		rmSync(folder, { recursive: true, force: true });
		await schema?.drop();
	});

	const start = async (node: number) => {
		const port = String(process.env.STRIPE_PORT);
		servers[node] = await startBuiltServer({
			...environment,
			STRIPE_PORT: port,
			NODE_OPTIONS: `--require ${REDIRECT}`,
		});
	};
	async function kill(node: number): Promise<void> {
		const { process } = servers[node] as BuiltServer;
		const ended = new Promise((resolve) => process.once("exit", resolve));
		process.kill("SIGKILL");
		await ended;
	}
	const origin = () => new URL((servers[Math.floor(Math.random() * nodes)] as BuiltServer).url).origin;

	/** Sets up people and prices while no server runs. */
	async function prepared() {
		const keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		const administrator = await newPerson(keeper, { isAdministrator: true });
		await administrator.ask("PATCH /admin/settings", { body: { credit_price: 0.1, currency: "EUR" } });
		const buyers = await Promise.all(
			Array.from({ length: BUYERS }, async () => {
				const person = await newPerson(keeper);
				return { person, path: { client_id: (await separateKey(person, "Shop")).clientId } };
			}),
		);
		await keeper.close();
		return buyers;
	}

	/** A buyer as seen by another server. */
	function at(person: Browser): Browser {
		const moved = browser({ origin: origin() } as TestService);
		moved.cookie = person.cookie;
		moved.csrf = person.csrf;
		return moved;
	}

	test("what was paid is credited once, whatever is killed and lost", async () => {
		const buyers = await prepared();
		await Promise.all(Array.from({ length: nodes }, (_, node) => start(node)));
		stripe.fault = () => (chance(0.25) ? oneOf(FAULTS) : undefined);
		let kills = 0;
		let over = false;
		const killing = (async () => {
			while (!over) {
				await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
				const node = Math.floor(Math.random() * nodes);
				await kill(node);
				kills++;
				await start(node);
			}
		})();
		const missed: object[] = [];
		const deliver = async (event: object) => {
			// A third of the messages never comes; the others come up to three times.
			if (chance(0.33)) return;
			for (let times = 0; times < 1 + Math.random() * 2; times++)
				await stripe.send(origin(), event).catch(() => missed.push(event));
		};
		const outstanding: Promise<unknown>[] = [];
		stripe.told = (event) => {
			outstanding.push(
				new Promise((resolve) => setTimeout(() => resolve(deliver(event)), Math.random() * 1500)),
			);
		};
		const paidOnes = () =>
			[...stripe.sessions.values()].filter(({ payment_status }) => payment_status === "paid");
		const isEnough = () => kills >= LEAST_KILLS && paidOnes().length > BUYERS;
		for (let round = 0; round < ROUNDS || !isEnough(); round++)
			await Promise.all(buyers.map(({ person, path }) => buyOnce(person, path)));
		over = true;
		await killing;
		await Promise.all(outstanding);
		for (let node = 0; node < nodes; node++) await kill(node);
		stripe.fault = () => undefined;
		const keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		const config = loadConfig(environment);
		await catchUp({ ...keeper.installation, config, log: { error: () => undefined } });
		const { db } = keeper.installation;
		const payments = await db.read.selectFrom("payment").selectAll().execute();
		const paid = paidOnes();
		const byId = (ids: readonly (string | null)[]) => [...ids].sort();
		expect(
			byId(payments.filter(({ state }) => state === "paid").map(({ payment_id }) => payment_id)),
		).toEqual(byId(paid.map(({ client_reference_id }) => client_reference_id)));
		for (const payment of payments)
			expect(payment.reversed_units).toBe(takenBack(payment.payment_intent) * payment.units);
		expect((await checkPayments(db)).faults).toEqual([]);
		expect((await checkTopUps(db)).faults).toEqual([]);
		expect((await checkLedger(db)).faults).toEqual([]);
		console.info(`${engine}: ${payments.length} payments, ${paid.length} paid, ${kills} kills`);
		await keeper.close();
	});

	/** The share of a payment that stays taken back: nothing or all of it, as the buyers of this test have it. */
	function takenBack(paymentIntent: string | null): number {
		const told = stripe.events
			.map(({ data }) => data.object as { object: string; payment_intent?: string; status?: string })
			.filter(
				({ object, payment_intent }) => object !== "checkout.session" && payment_intent === paymentIntent,
			);
		const last = told.at(-1);
		return paymentIntent === null || !last || last.status === "won" || last.status === "failed" ? 0 : 1;
	}

	/** Pays, or does not; later something goes wrong with it, or does not. */
	async function buyOnce(person: Browser, path: { client_id: string }): Promise<void> {
		const body = { credits: 10, idempotency_key: `a-page-of-a-buyer-${Math.random().toString(36).slice(2)}` };
		let sessionId: string | undefined;
		for (let tries = 0; tries < 20 && sessionId === undefined; tries++) {
			const answer = await at(person)
				.ask("POST /keys/{client_id}/payments", { path, body })
				.catch(() => undefined);
			if (answer?.status === 201) sessionId = String(answer.body.url).split("/").at(-1);
			else await new Promise((resolve) => setTimeout(resolve, 200));
		}
		if (sessionId === undefined) return;
		const how = oneOf(["at once", "at once", "later", "never", "expires"] as const);
		if (how === "never") return;
		if (how === "expires") return void stripe.expire(sessionId);
		stripe.pay(sessionId, how);
		if (how === "later" && chance(0.7)) stripe.arrive(sessionId, chance(0.7));
		if (stripe.sessions.get(sessionId)?.payment_status !== "paid" || chance(0.5)) return;
		if (chance(0.5)) {
			const refund = stripe.refund(sessionId);
			if (chance(0.3)) stripe.failRefund(refund.data.object.id);
			return;
		}
		const dispute = stripe.dispute(sessionId);
		if (chance(0.6)) stripe.closeDispute(dispute.data.object.id, oneOf(["won", "lost"] as const));
	}
});
