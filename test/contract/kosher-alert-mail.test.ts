import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { mailHolders } from "../../src/alerts/mail.ts";
import { boughtFollowers } from "../../src/orders/bought/note-in-background.ts";
import { type Browser, fundedKey, memberOf, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Mail to the accounts that hold what an alert is about (SPEC E12). */

const BASE = "http://photos.example.com";

let packshot: TestService;
let administrator: Browser;
let barcodes = 70_000_000;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(16 * 60_000));
const alerts = alerting(() => packshot.installation);

async function product(): Promise<string> {
	const barcode = String(++barcodes);
	await packshot.product({ barcode, info: { brand: "Alpha" }, hechshers: [{ symbol: "OU" }] });
	return barcode;
}

/** An owner with a key, whose address is verified. */
async function shop() {
	const owner = await newPerson(packshot);
	await verify(owner);
	return { owner, key: await fundedKey(packshot, administrator, owner) };
}
const verify = ({ email }: { email: string }) =>
	packshot.alter(`update account set email_verified_at = 1 where email = '${email}'`);

/** What a server does within a minute and a half, until mail is in the outbox; two processes at once. */
async function round(
	installations: readonly Pick<TestService["installation"], "db" | "secrets" | "blobs">[] = [
		packshot.installation,
		packshot.installation,
	],
): Promise<void> {
	const { clock } = packshot;
	for (const { step } of boughtFollowers(packshot.installation, clock)) while (await step());
	clock.advance(61_000);
	await Promise.all(
		installations.map(async ({ db, secrets }) => {
			while (await mailHolders({ db, clock, hashKeys: secrets.hashKeys, base: BASE }));
		}),
	);
}

/** A process that is killed after so many writes. */
function dyingAfter(most: number) {
	const { db } = packshot.installation;
	let writes = 0;
	const dying: typeof db = Object.assign(Object.create(db), {
		write: (...input: Parameters<typeof db.write>) =>
			++writes > most ? Promise.reject(new Error("killed")) : db.write(...input),
	});
	return { ...packshot.installation, db: dying };
}

const mailsTo = async ({ email }: { email: string }) =>
	packshot.installation.db.read
		.selectFrom("mail")
		.selectAll()
		.where("recipient", "=", email)
		.orderBy("mail_id")
		.execute();
const subjectsTo = async (person: { email: string }) =>
	(await mailsTo(person)).map(({ subject }) => subject).sort();

test("whoever ordered or downloaded a product is told once of each change, and nobody else", async () => {
	const [ordered, read, other] = [await product(), await product(), await product()];
	const [byOrder, byRead, elsewhere] = [await shop(), await shop(), await shop()];
	await packshot.call("/orders", { token: byOrder.key.token, json: { items: [{ barcode: ordered }] } });
	await packshot.call(`/products/${read}`, { token: byRead.key.token });
	await packshot.call(`/products/${other}`, { token: elsewhere.key.token });
	const id = await alerts.publish([ordered, read], {
		message: "No letter since May.\nTake it off.",
		lots: "L7",
	});
	await round();
	await round();
	const title = "Kosher alert: Certification withdrawn: OU";
	expect(await subjectsTo(byOrder.owner)).toEqual([title]);
	expect(await subjectsTo(byRead.owner)).toEqual([title]);
	const [mail] = await mailsTo(byOrder.owner);
	expect(mail?.text_body).toContain(`No letter since May.\n\nTake it off.`);
	expect(mail?.text_body).toContain(`Lots: L7\nYou bought: ${ordered}\n`);
	expect(mail?.text_body).not.toContain(read);
	expect(mail?.text_body).toContain(`${BASE}/my-products`);
	// What follows within a minute is told with it.
	await alerts.change(id, { message: "None since April." });
	await round();
	await alerts.end(id, "mistaken");
	await round();
	expect(await subjectsTo(byRead.owner)).toEqual([
		title.replace("alert", "alert changed"),
		title.replace("alert", "alert ended, a mistake"),
		title,
	]);
	expect(await subjectsTo(elsewhere.owner)).toEqual([]);
});

test("whoever holds a product that an alert no longer names is told so", async () => {
	const [kept, dropped] = [await product(), await product()];
	const [ofKept, ofDropped, ofBoth] = [await shop(), await shop(), await shop()];
	for (const [{ key }, barcodes] of [
		[ofKept, [kept]],
		[ofDropped, [dropped]],
		[ofBoth, [kept, dropped]],
	] as const)
		for (const barcode of barcodes) await packshot.call(`/products/${barcode}`, { token: key.token });
	const id = await alerts.publish([kept, dropped]);
	await round();
	await alerts.change(id, { message: "One of them was meant." }, [kept]);
	await round();
	const texts = await Promise.all(
		[ofKept, ofDropped, ofBoth].map(async ({ owner }) => (await mailsTo(owner)).at(-1)?.text_body ?? ""),
	);
	expect(texts.map((text) => text.includes(`You bought: ${kept}\n`))).toEqual([true, false, true]);
	expect(texts.map((text) => text.includes(`No longer about: ${dropped}\n`))).toEqual([false, true, true]);
	await alerts.end(id, "settled");
	await round();
	expect(await subjectsTo(ofDropped.owner)).toHaveLength(2);
	expect(await subjectsTo(ofKept.owner)).toHaveLength(3);
});

test("a drop is told once, however late the mail is and however soon the next change comes", async () => {
	const [kept, dropped] = [await product(), await product()];
	const { owner, key } = await shop();
	await packshot.call(`/products/${dropped}`, { token: key.token });
	const id = await alerts.publish([kept, dropped]);
	await round();
	await alerts.change(id, { message: "One of them was meant." }, [kept]);
	await alerts.change(id, { message: "The one of May." });
	// The mail server was away meanwhile.
	await packshot.alter(`update kosher_alert set changed_at = changed_at + 600000 where alert_id = '${id}'`);
	packshot.clock.advance(600_000);
	await round();
	const told = (await mailsTo(owner)).at(-1)?.text_body;
	expect(told).toContain(`No longer about: ${dropped}\n`);
	await alerts.change(id, { message: "The one of June." });
	await round();
	expect(await subjectsTo(owner)).toHaveLength(2);
});

test("nobody is told of a slip that was ended or corrected before its mail, and of its end whoever got mail", async () => {
	const [slip, meant] = [await product(), await product()];
	const [ofSlip, ofMeant] = [await shop(), await shop()];
	await packshot.call(`/products/${slip}`, { token: ofSlip.key.token });
	await packshot.call(`/products/${meant}`, { token: ofMeant.key.token });
	await alerts.end(await alerts.publish([slip]), "mistaken");
	const id = await alerts.publish([slip, meant]);
	packshot.clock.advance(1000);
	await alerts.change(id, {}, [meant]);
	await round();
	expect(await subjectsTo(ofSlip.owner)).toEqual([]);
	expect(await subjectsTo(ofMeant.owner)).toEqual(["Kosher alert: Certification withdrawn: OU"]);
	// A process that tells one account and dies has told somebody of the alert: the end is told.
	const other = await shop();
	await packshot.call(`/products/${slip}`, { token: other.key.token });
	const begun = await alerts.publish([slip]);
	await expect(round([dyingAfter(1)])).rejects.toThrow("killed");
	await alerts.end(begun, "mistaken");
	await round();
	const counts = [(await mailsTo(ofSlip.owner)).length, (await mailsTo(other.owner)).length];
	expect(counts.sort()).toEqual([1, 2]);
});

test("owners and buyers are told unless they turned it off; the link in the mail does", async () => {
	const barcode = await product();
	const { owner, key } = await shop();
	const members = await Promise.all(
		(["owner", "buyer", "developer", "viewer"] as const).map((role) => memberOf(packshot, owner, role)),
	);
	const unverified = await memberOf(packshot, owner, "owner");
	const silent = await memberOf(packshot, owner, "buyer");
	for (const each of [...members, silent]) await verify(each);
	const off = { body: { kosher_alerts: false } };
	expect((await silent.ask("PATCH /mail-choice", off)).body).toMatchObject({
		kosher_alerts: false,
		low_balance: true,
	});
	await packshot.call(`/products/${barcode}`, { token: key.token });
	const id = await alerts.publish([barcode]);
	await round();
	const told = async () =>
		Promise.all([owner, ...members, unverified, silent].map(async (each) => (await mailsTo(each)).length));
	expect(await told()).toEqual([1, 1, 1, 0, 0, 0, 0]);
	const [mail] = await mailsTo(owner);
	const token = mail?.unsubscribe_url?.split("/").at(-1) ?? "";
	expect((await owner.ask("POST /unsubscribe/{token}", { path: { token } })).body).toEqual({
		kind: "kosher_alerts",
		is_on: false,
	});
	await alerts.end(id, "settled");
	await round();
	expect(await told()).toEqual([1, 2, 2, 0, 0, 0, 0]);
});

test("a product that got another barcode after it was bought is meant too", async () => {
	const barcode = await product();
	const { owner, key } = await shop();
	await packshot.call(`/products/${barcode}`, { token: key.token });
	const today = String(++barcodes);
	await packshot.product({ barcode: today, hechshers: [{ symbol: "OU" }] });
	await packshot.alter(`insert into former_barcode (barcode, product) values ('${barcode}', '${today}')`);
	await alerts.publish([today]);
	await round();
	expect(await subjectsTo(owner)).toHaveLength(1);
	const shown = await owner.ask("GET /alerts");
	expect(shown.body.data).toMatchObject([{ products: 1 }]);
	const bought = await owner.ask("GET /keys/{client_id}/bought", { path: { client_id: key.clientId } });
	expect(bought.body.data).toMatchObject([{ barcode, alerts: [shown.body.data[0]?.alert_id] }]);
});

test("a process that dies between two accounts leaves the rest to another one", async () => {
	const barcode = await product();
	const shops = [await shop(), await shop(), await shop()];
	for (const { key } of shops) await packshot.call(`/products/${barcode}`, { token: key.token });
	await alerts.publish([barcode]);
	await expect(round([dyingAfter(2)])).rejects.toThrow("killed");
	await round();
	expect(await Promise.all(shops.map(async ({ owner }) => (await mailsTo(owner)).length))).toEqual([1, 1, 1]);
});

test("changes of more than a week ago, when no mail was sent, are passed over", async () => {
	const barcode = await product();
	const { owner, key } = await shop();
	await packshot.call(`/products/${barcode}`, { token: key.token });
	await alerts.publish([barcode]);
	packshot.clock.advance(8 * 86_400_000);
	await round();
	expect(await subjectsTo(owner)).toEqual([]);
});
