import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { checkTopUps } from "../../src/billing/pages/top-ups/check.ts";
import { loadConfig } from "../../src/config.ts";
import { payAgain } from "../../src/payments/automatic-work.ts";
import { catchUp } from "../../src/payments/catch-up.ts";
import { checkPayments } from "../../src/payments/checks.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { type Browser, browser, newPerson, separateKey } from "../support/portal.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestService } from "../support/service.ts";
import { type StripeFault, type StripeServer, startStripe } from "../support/stripe-server.ts";

/**
 * Servers are killed while they pay by themselves for balances that fall again and again, through calls and messages that are lost, late and doubled. A server
 * looks ten seconds after it has started, so it is killed when it is seen to pay, not at any time: one that never lives that long pays for nothing.
 */

const LEAST_KILLS = 8;
const LEAST_PAID = 12;
/** Credits bought, the mark and how many are left after each fall. */
const [BOUGHT, BELOW, LEFT] = [100, 50, 10];
const LIMITS = [200, 100_000, 100_000, 100_000] as const;
const UNITS = 10_000;
const REDIRECT = fileURLToPath(new URL("../support/redirect-stripe.cjs", import.meta.url));
const FAULTS: readonly StripeFault[] = ["500", "429", "lost", "answer lost"];
/** Calls that are made for automatic top-up alone while this test runs, and the list that is read before each. */
const PAYING = /^(GET \/v1\/events|(GET|POST) \/v1\/payment_intents)/;

const chance = (share: number) => Math.random() < share;
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Buyer {
	readonly path: { readonly client_id: string };
	readonly clientId: string;
}

describe.each(["SQLite", ...(postgresUrl ? ["PostgreSQL"] : [])])("on %s", (engine) => {
	let folder: string;
	let schema: TestSchema | undefined;
	let environment: Record<string, string>;
	let stripe: StripeServer;
	const servers: BuiltServer[] = [];
	const nodes = engine === "PostgreSQL" ? 2 : 1;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-automatic-"));
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

	const keep = () => startService({ folder, clock: testClock(Date.now()), settings: environment });
	const start = async (node: number) => {
		const STRIPE_PORT = String(process.env.STRIPE_PORT);
		const NODE_OPTIONS = `--require ${REDIRECT}`;
		servers[node] = await startBuiltServer({ ...environment, STRIPE_PORT, NODE_OPTIONS });
	};
	async function kill(node: number): Promise<void> {
		const { process } = servers[node] as BuiltServer;
		const ended = new Promise((resolve) => process.once("exit", resolve));
		process.kill("SIGKILL");
		await ended;
	}
	const origin = () => new URL(oneOf(servers).url).origin;

	/** Sets up buyers who have turned it on while no server runs. The last two of them draw on one balance. */
	async function prepared() {
		const keeper = await keep();
		const administrator = await newPerson(keeper, { isAdministrator: true });
		await administrator.ask("PATCH /admin/settings", { body: { credit_price: 0.1, currency: "EUR" } });
		const buyers: (Buyer & { readonly person: Browser })[] = [];
		for (const monthly_credits of LIMITS) {
			const person = await newPerson(keeper);
			const { clientId } = await separateKey(person, "Shop");
			const path = { client_id: clientId };
			const again = { below_credits: BELOW, monthly_credits };
			const body = { credits: BOUGHT, again };
			const { status } = await person.ask("POST /keys/{client_id}/payments", { path, body });
			expect(status).toBe(201);
			await stripe.send(keeper.origin, stripe.pay([...stripe.sessions.keys()].at(-1) ?? ""));
			buyers.push({ person, path, clientId });
		}
		const [sharing, joining] = buyers.slice(-2) as [Buyer & { person: Browser }, Buyer];
		const { balance_id: balance } = (await sharing.person.ask("GET /keys/{client_id}", sharing)).body;
		const joined = await administrator.ask("PATCH /keys/{client_id}", { ...joining, body: { balance } });
		expect(joined.status).toBe(200);
		await keeper.close();
		return { administrator, buyers: buyers.slice(0, -1), clientIds: buyers.map(({ clientId }) => clientId) };
	}

	/** Somebody as seen by one of the servers that run now. @returns undefined where it was killed meanwhile */
	function ask({ cookie, csrf }: Browser, ...call: Parameters<Browser["ask"]>) {
		const moved = Object.assign(browser({ origin: origin() } as TestService), { cookie, csrf });
		return moved.ask(...call).catch(() => undefined);
	}

	test("each fall is paid for once, whatever is killed and lost", async () => {
		const { administrator, buyers, clientIds } = await prepared();
		await Promise.all(Array.from({ length: nodes }, (_, node) => start(node)));
		const paid = () => stripe.automatic.filter(({ status }) => status === "succeeded");
		let kills = 0;
		let over = false;
		const restarting = new Map<number, Promise<void>>();
		const killOne = (node: number) => {
			if (over || restarting.has(node)) return;
			kills++;
			const again = kill(node)
				.then(() => start(node))
				.then(() => void restarting.delete(node));
			restarting.set(node, again);
		};
		stripe.fault = (call) => {
			if (!PAYING.test(call)) return undefined;
			const node = Math.floor(Math.random() * nodes);
			if (chance(0.15)) setTimeout(() => killOne(node), oneOf([0, 0, 5, 20, 60]));
			return chance(0.15) ? oneOf(FAULTS) : undefined;
		};
		const outstanding: Promise<unknown>[] = [];
		stripe.told = (event) => {
			const deliver = async () => {
				await rest(Math.random() * 1500);
				// A third of the messages never comes; the others come up to three times.
				if (chance(0.33)) return;
				for (let times = 0; times < 1 + Math.random() * 2; times++)
					await stripe.send(origin(), event).catch(() => undefined);
			};
			outstanding.push(deliver());
		};
		// A balance falls again as soon as it is seen to have been paid for.
		const spending = buyers.map(async ({ person, path }) => {
			while (!over) {
				const balance = (await ask(person, "GET /keys/{client_id}", { path }))?.body.credit_balance;
				const body = { credits: LEFT - balance, note: "Spent." };
				if (balance >= BELOW) await ask(administrator, "POST /keys/{client_id}/credits", { path, body });
				await rest(250);
			}
		});
		while (kills < LEAST_KILLS || paid().length < LEAST_PAID) {
			await rest(200);
			// Money of a slow card comes later, or never.
			stripe.card = chance(0.2) ? "slow" : "good";
			for (const { id, status } of stripe.automatic)
				if (status === "processing" && chance(0.1)) stripe.arriveKept(id, true);
		}
		over = true;
		await Promise.all([...spending, ...outstanding, ...restarting.values()]);
		for (let node = 0; node < nodes; node++) await kill(node);

		const made = await onceQuiet(clientIds);
		console.info(`${engine}: ${made} automatic payments, ${kills} kills`);
	});

	/** Looks once more, with nothing going wrong. @returns how many payments were made by themselves */
	async function onceQuiet(clientIds: readonly string[]): Promise<number> {
		stripe.fault = () => undefined;
		stripe.told = () => undefined;
		stripe.card = "good";
		for (const { id, status } of stripe.automatic) if (status === "processing") stripe.arriveKept(id, true);
		const keeper = await keep();
		const parts = {
			...keeper.installation,
			config: loadConfig(environment),
			log: { error: () => undefined },
		};
		await catchUp(parts);
		await payAgain(parts);
		await payAgain(parts);
		const { db } = keeper.installation;
		const payments = await db.read.selectFrom("payment").selectAll().execute();
		const made = payments.filter(({ again_of }) => again_of !== null);
		expect(made.map(({ state }) => state)).toEqual(made.map(() => "paid"));
		// Stripe took the money of each once, and of none that is not here.
		expect(made.map(({ payment_id }) => payment_id).sort()).toEqual(
			stripe.automatic.map(({ metadata }) => metadata.payment).sort(),
		);
		clientIds.forEach((clientId, index) => {
			const months = made
				.filter(({ client_id }) => client_id === clientId)
				.map(({ created_at }) => new Date(created_at).getUTCMonth());
			for (const month of months) {
				const inMonth = months.filter((each) => each === month).length;
				expect(inMonth * BOUGHT).toBeLessThanOrEqual(LIMITS[index] ?? 0);
			}
		});
		// Whatever was credited was credited below the mark: a second payment for one fall would be above it.
		const entries = await db.read.selectFrom("ledger").selectAll().where("kind", "=", "top_up").execute();
		const again = new Set(made.map(({ top_up_id }) => top_up_id));
		const credited = entries.filter(({ detail }) => again.has(JSON.parse(detail)[0].top_up));
		expect(credited).toHaveLength(made.length);
		for (const { balance_after, units } of credited)
			expect(balance_after - units).toBeLessThan(BELOW * UNITS);
		expect((await checkPayments(db)).faults).toEqual([]);
		expect((await checkTopUps(db)).faults).toEqual([]);
		expect((await checkLedger(db)).faults).toEqual([]);
		await keeper.close();
		return made.length;
	}
});
