import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { requestTopUp } from "../../src/billing/pages/top-ups/changes.ts";
import { refresh as consumeRefreshToken } from "../../src/clients/auth/refresh-tokens.ts";
import { signIn } from "../../src/clients/auth/sign-in.ts";
import { giveCredits } from "../../src/clients/pages/changes.ts";
import { expectFiles } from "../../src/leaks/cases/case-files.ts";
import { openArchive } from "../../src/orders/archive/archive-lease.ts";
import { createAccount } from "../../src/people/accounts/accounts.ts";
import { resetPassword } from "../../src/people/accounts/password-changes.ts";
import { confirmTotp } from "../../src/people/accounts/totp-changes.ts";
import { claimUrls } from "../../src/pictures/delivery/deliveries.ts";
import { propose } from "../../src/proposals/propose.ts";
import { addPicture } from "../../src/proposals/uploads.ts";
import { expectError } from "../support/answers.ts";
import { refresh, tokensOf } from "../support/credentials.ts";
import { testPicture } from "../support/picture.ts";
import { browser, newKey, newPerson, PASSWORD } from "../support/portal.ts";
import { letPropose, uploadPiece } from "../support/proposals.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** What callers get when the deadline passes while the database keeps a write waiting (SPEC D39). */

let packshot: TestService;
beforeAll(async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
	packshot = await startService({
		settings: { PACKSHOT_REQUEST_SECONDS: "15", PACKSHOT_DATABASE_STATEMENT_SECONDS: "120" },
	});
});
afterAll(async () => {
	await packshot.close();
	vi.useRealTimers();
});

/** Makes a call and lets the deadline pass while one of its commands waits for a lock held by another process. */
async function acrossDeadline<T>(command: { readonly name: string }, call: () => Promise<T>): Promise<T> {
	const { db } = packshot.installation;
	const { write } = db;
	vi.spyOn(db, "write").mockImplementation(async (given, input) => {
		if (given.name !== command.name) return write(given, input);
		vi.mocked(db.write).mockRestore();
		const letGo = await packshot.holdWrites();
		const writing = write(given, input);
		vi.advanceTimersByTime(60_000);
		await letGo();
		return writing;
	});
	const answer = await call();
	expect(db.write).toBe(write);
	return answer;
}

test("waits past the deadline for a token refresh, so that no token is consumed without a response", async () => {
	const client = await packshot.client();
	const { refresh: token } = await tokensOf(packshot, client);
	const answer = await acrossDeadline(consumeRefreshToken, () => refresh(packshot, token));
	expect(answer.status).toBe(200);
	expect((await refresh(packshot, answer.body.refresh_token)).status).toBe(200);
});

test("waits past the deadline for the use of a signed URL, so that a paid picture is not lost", async () => {
	const client = await packshot.client();
	await packshot.picture("4502", "front");
	const url = await signedUrl(packshot, client, "4502");
	const answer = await acrossDeadline(claimUrls, () => packshot.call(url));
	expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
	expectError(await packshot.call(url), "signed_url_consumed");
});

test("waits past the deadline for the use of an archive's URL", async () => {
	const client = await packshot.client();
	await packshot.product({ barcode: "4503", info: { brand: "Manischewitz" } });
	const json = { items: [{ barcode: "4503" }] };
	const { body } = await packshot.call("/orders", { client, json });
	const redirect = await packshot.call(`/orders/${body.order_id}/archive`, { client });
	const url = redirect.headers.get("location") ?? "";
	expect((await acrossDeadline(openArchive, () => packshot.call(url))).status).toBe(200);
});

test("waits past the deadline for added credits and top-up requests, so that nobody repeats them", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const { clientId } = await newKey(administrator);
	const path = { client_id: clientId };
	const added = await acrossDeadline(giveCredits, () =>
		administrator.ask("POST /keys/{client_id}/credits", {
			path,
			body: { credits: 5, note: "Paid." },
		}),
	);
	expect([added.status, added.body.credit_balance]).toEqual([200, 5]);
	const asked = await acrossDeadline(requestTopUp, () =>
		administrator.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 5 } }),
	);
	expect(asked.status).toBe(201);
});

test("waits past the deadline for proposed pictures and leaks, so that nobody sends them twice", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	await letPropose(administrator, administrator);
	const { original } = await testPicture("front", {}, packshot.clock.now());
	const { body: piece } = await uploadPiece(packshot, administrator, original);
	const body = { variant: "front", pieces: [piece.piece_id] };
	const proposed = await acrossDeadline(addPicture, () =>
		administrator.ask("POST /proposal-pictures", { body }),
	);
	expect(proposed.status).toBe(201);
	const pictures = [proposed.body.picture_id];
	const proposal = await acrossDeadline(propose, () =>
		administrator.ask("POST /proposals", { body: { barcode: "4504", pictures } }),
	);
	expect(proposal.status).toBe(201);
	const opened = await administrator.ask("POST /admin/traces", { body: { name: "A leak" } });
	const leaks = `${packshot.origin}/portal/api/admin/traces/${opened.body.case_id}/leaks`;
	const headers = {
		"content-type": "application/octet-stream",
		cookie: administrator.cookie ?? "",
		origin: packshot.origin,
		"x-packshot-csrf": administrator.csrf ?? "",
	};
	const send = () => fetch(leaks, { method: "POST", headers, body: Buffer.from(original) });
	expect((await acrossDeadline(expectFiles, send)).status).toBe(201);
});

test("waits past the deadline for recovery codes, because they are shown only once", async () => {
	const person = await newPerson(packshot);
	const { body } = await person.ask("POST /totp", { body: { password: PASSWORD } });
	const code = new TOTP({ secret: body.secret }).generate({ timestamp: packshot.clock.now() });
	const answer = await acrossDeadline(confirmTotp, () =>
		person.ask("POST /totp/confirm", { body: { code } }),
	);
	expect([answer.status, answer.body.recovery_codes?.length]).toEqual([200, 10]);
});

test("waits past the deadline for a sign-up, because a retry would find the address taken", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	await administrator.ask("PATCH /admin/settings", { body: { sign_up_open: true } });
	const stranger = browser(packshot);
	const body = { email: "late@example.com", password: PASSWORD };
	const answer = await acrossDeadline(createAccount, () => stranger.ask("POST /sign-up", { body }));
	expect([answer.status, answer.body.account.email]).toEqual([201, body.email]);
});

test("waits past the deadline for a password reset, because its link works only once", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const { accountId, email } = await newPerson(packshot);
	const path = { account_id: accountId };
	const { body } = await administrator.ask("POST /admin/accounts/{account_id}/password-reset", { path });
	const password = "quarry-saffron-59-kite";
	const answer = await acrossDeadline(resetPassword, () =>
		browser(packshot).ask("POST /password-reset", { body: { token: body.link.split("#")[1], password } }),
	);
	expect(answer.status).toBe(204);
	expect((await browser(packshot).signIn(email, password)).status).toBe(200);
});

test("504 gateway_timeout for a request that can be retried", async () => {
	const { clientId, apiKey } = await packshot.client();
	const json = { client_id: clientId, api_key: apiKey };
	const answer = await acrossDeadline(signIn, () => packshot.call("/auth/token", { json }));
	expect([answer.status, answer.body.error]).toEqual([504, "gateway_timeout"]);
	expect(answer.headers.get("retry-after")).toBe("1");
	expect(answer.headers.get("x-ratelimit-limit-minute")).not.toBeNull();
});
