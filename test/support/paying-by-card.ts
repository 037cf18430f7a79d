import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { checkTopUps } from "../../src/billing/pages/top-ups/check.ts";
import { checkPayments } from "../../src/payments/checks.ts";
import { type TestClock, testClock } from "./clock.ts";
import { newPerson, separateKey } from "./portal.ts";
import { startService, type TestService } from "./service.ts";
import { type Signing, type StripeServer, startStripe } from "./stripe-server.ts";

/** A service at which credits are paid by card, and its Stripe. */
export interface CardService {
	readonly clock: TestClock;
	readonly stripe: StripeServer;
	readonly packshot: TestService;
	newAdministrator(): ReturnType<typeof newPerson>;
	payer(): ReturnType<typeof payerAt>;
	/** Sends a message of Stripe. @returns the status of the answer */
	send(event: Stripe.Event, signing?: Signing): Promise<number>;
	/** `doctor` finds nothing. */
	everythingAgrees(): Promise<void>;
}

const SETTINGS = {
	PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "100000",
	PACKSHOT_SESSION_IDLE_MINUTES: "100000",
	PACKSHOT_CREDIT_PACKAGES: "100=9.50, 500=40",
};

/** One for the tests of a file. */
export function cardService(settings: Record<string, string> = {}): CardService {
	const clock = testClock();
	let stripe: StripeServer;
	let packshot: TestService;
	const newAdministrator = () => newPerson(packshot, { isAdministrator: true });
	beforeAll(async () => {
		stripe = await startStripe(clock.now);
		packshot = await startService({ clock, settings: { ...SETTINGS, ...stripe.settings, ...settings } });
		const body = { credit_price: 0.1, currency: "EUR" };
		await (await newAdministrator()).ask("PATCH /admin/settings", { body });
	});
	afterAll(async () => {
		await packshot.close();
		await stripe.close();
	});
	beforeEach(() => {
		clock.advance(60_000);
		stripe.fault = () => undefined;
	});
	return {
		clock,
		get stripe() {
			return stripe;
		},
		get packshot() {
			return packshot;
		},
		newAdministrator,
		payer: () => payerAt(packshot, stripe, clock),
		send: (event, signing) => stripe.send(packshot.origin, event, signing),
		async everythingAgrees() {
			const { db } = packshot.installation;
			expect((await checkPayments(db)).faults).toEqual([]);
			expect((await checkTopUps(db)).faults).toEqual([]);
			expect((await checkLedger(db)).faults).toEqual([]);
		},
	};
}

/** Somebody with a key of its own, who pays for credits. */
async function payerAt(packshot: TestService, stripe: StripeServer, clock: TestClock) {
	const person = await newPerson(packshot);
	const { clientId, apiKey } = await separateKey(person, "Shop");
	const signedIn = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	const token: string = signedIn.body.access_token;
	const path = { client_id: clientId };
	const begin = (credits: number, more: object = {}) =>
		person.ask("POST /keys/{client_id}/payments", { path, body: { credits, ...more } });
	return {
		...person,
		clientId,
		apiKey,
		token,
		path,
		begin,
		/** Makes a call that costs something, and one that does not. */
		costly: () => packshot.call("/metadata-fields", { token }),
		free: () => packshot.call("/balance", { token }),
		/** @returns the ids of a payment, and Stripe's of the page on which it is paid */
		async open(credits: number) {
			clock.advance(1000);
			const { body } = await begin(credits);
			const session = [...stripe.sessions.values()].find(
				(each) => each.client_reference_id === body.payment_id,
			);
			return { paymentId: body.payment_id as string, sessionId: session?.id ?? "" };
		},
		balance: async () => (await person.ask("GET /keys/{client_id}", { path })).body.credit_balance,
		payments: async () => (await person.ask("GET /keys/{client_id}/payments", { path })).body.data,
		check: (payment_id: string) => person.ask("POST /payments/{payment_id}/check", { path: { payment_id } }),
	};
}
