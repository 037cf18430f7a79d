import { afterAll, beforeAll, expect, test } from "vitest";
import { noteCapAlerts } from "../../src/billing/balances/cap-alerts.ts";
import { noteLowBalances } from "../../src/billing/balances/low-balance.ts";
import { mailAlerts } from "../../src/people/notices/alert-notices.ts";
import { fundedKey, memberOf, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Which members get mail about balances and caps. */

const BASE = "http://photos.example.com";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	await packshot.product({ barcode: "4011", info: { brand: "Dole" } });
});
afterAll(() => packshot.close());

/** What a server does within seconds, until mail is in the outbox. */
async function round(): Promise<void> {
	const { db, secrets } = packshot.installation;
	const { clock } = packshot;
	const parts = { db, clock, hashKeys: secrets.hashKeys, base: BASE };
	while (await noteLowBalances(db, clock));
	while (await noteCapAlerts(db, clock));
	while (await mailAlerts(parts));
}

test("owners and buyers get mail about balances, owners and developers about caps, each once; viewers and unverified addresses none", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const owner = await newPerson(packshot);
	const key = await fundedKey(packshot, administrator, owner);
	const roles = ["owner", "buyer", "developer", "viewer"] as const;
	const members = await Promise.all(roles.map((role) => memberOf(packshot, owner, role)));
	const unverified = await memberOf(packshot, owner, "owner");
	const addresses = [owner.email, ...members.map(({ email }) => email)];
	const list = addresses.map((email) => `'${email}'`).join();
	await packshot.alter(`update account set email_verified_at = 1 where email in (${list})`);
	const caps = { low_balance_credits: 99.95, daily_cap_credits: 0.2 };
	await owner.ask("PATCH /keys/{client_id}", { path: key.path, body: caps });
	for (let spent = 0; spent < 2; spent++) {
		await packshot.call("/products/4011", { token: key.token });
		await Promise.all([round(), round()]);
	}
	const mails = await packshot.installation.db.read.selectFrom("mail").selectAll().execute();
	const subjectsTo = (address: string) =>
		mails
			.filter(({ recipient }) => recipient === address)
			.map(({ subject }) => subject.replace(/: .*/, ""))
			.sort();
	const ofCaps = ["100 % of the daily cap", "50 % of the daily cap"];
	const all = [...ofCaps, "Low balance"];
	expect(addresses.map(subjectsTo)).toEqual([all, all, ["Low balance"], ofCaps, []]);
	expect(subjectsTo(unverified.email)).toEqual([]);
	const about = mails.find(({ subject }) => subject.startsWith("50"))?.text_body;
	expect(about).toContain("It had spent 0.1 of 0.2 credits");
	expect(about).toContain(`${BASE}/keys/${key.clientId}`);
});
