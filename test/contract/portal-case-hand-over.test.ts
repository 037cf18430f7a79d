import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseResult } from "../../src/leaks/cases/result.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { type Browser, browser, newKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** A case that is handed over: who holds it, notes, and links that show its report to somebody without an account. */

const DAY_MS = 86_400_000;
const DIGEST = "c".repeat(64);

let packshot: TestService;
let administrator: Browser & { accountId: string; email: string };
let tracer: Browser & { accountId: string; email: string };
let owner: Browser & { email: string };
let clientId: string;
/** What must never leave with a report. */
const SECRET = Buffer.from("a leak as it was found, or a case file with its bases");

beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_SESSION_IDLE_MINUTES: "525600", PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" },
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
	tracer = await newPerson(packshot, { roles: ["tracer"] });
	owner = await newPerson(packshot);
	({ clientId } = await newKey(owner, "Corner shop"));
	for (const file of ["leak", "case"]) await packshot.installation.blobs.put(`cases/${file}`, SECRET);
	const draw = (width: number, height: number) =>
		sharp({ create: { width, height, channels: 3, background: "#888" } });
	await packshot.installation.blobs.put("cases/preview", await draw(1200, 900).webp().toBuffer());
	await packshot.installation.blobs.put("cases/evidence", await draw(1812, 900).png().toBuffer());
});
afterAll(() => packshot.close());

/** A case that was traced, as far as its rows and files tell. */
async function settledCase(leaks = 1, named = 1): Promise<{ case_id: string }> {
	const { body } = await tracer.ask("POST /admin/traces", {
		body: { name: "Web shop", note: "Seen there." },
	});
	const candidate = (place: number): CaseResult["candidates"][number] => ({
		client_id: place === 0 ? clientId : `ps_client_${place}`,
		client_name: `Shop ${place}`,
		score: 9,
		false_positive_probability: 2e-9,
		probability_words: "at most 1 in 500 million",
		is_named: true,
		deliveries: Array.from({ length: 20 }, (_, i) => ({
			at: new Date(Date.UTC(2027, 0, 1 + i)).toISOString(),
			address: "203.0.113.7",
			request_id: "req_1",
			person: "buyer@example.com",
		})),
		delivery_count: 20,
		evidence: Array.from({ length: leaks }, (_, i) => i + 1),
	});
	const base_sha256 = "b".repeat(64);
	const shows = { barcode: "4011", variant: "front", mark_id: "m", base_sha256, found_by: "hash" } as const;
	const result: CaseResult = {
		verdict: "identified",
		origin: null,
		clients_scored: 40,
		guesses: 3,
		packshot: "1.0.0",
		leaks: Array.from({ length: leaks }, () => ({ shows })),
		candidates: Array.from({ length: named }, (_, place) => candidate(place)),
		case_sha256: DIGEST,
	};
	await packshot.alter(`insert into task (kind, ref, state, lease_until, attempts, created_at, ended_at)
		select 'case', case_id, 'done', 0, 1, created_at, created_at from leak_case where case_id = '${body.case_id}'`);
	await packshot.alter(`update leak_case set
		result = '${JSON.stringify(result)}' where case_id = '${body.case_id}'`);
	const places = Array.from({ length: leaks }, (_, i) => i + 1);
	const rows = [
		...places.flatMap((leak) => [
			[`leak-${leak}`, "image/jpeg", "leak"],
			[`preview-${leak}`, "image/webp", "preview"],
		]),
		...places.flatMap((leak) =>
			Array.from({ length: named }, (_, i) => [`evidence-${leak}-${i + 1}`, "image/png", "evidence"]),
		),
		["case", "application/x-tar", "case"],
	];
	await packshot.alter(`insert into leak_case_file
		(case_id, file, name, content_type, size_bytes, sha256, width, height, stored_blob) values ${rows
			.map(
				([file, type, blob]) =>
					`('${body.case_id}', '${file}', 'found.jpg', '${type}', 9, '${"a".repeat(64)}', 1200, 900, 'cases/${blob}')`,
			)
			.join(", ")}`);
	return { case_id: body.case_id };
}

async function madeLink(path: { case_id: string }, days?: number) {
	const { status, body } = await administrator.ask("POST /admin/traces/{case_id}/links", {
		path,
		body: days === undefined ? {} : { days },
	});
	expect(status).toBe(201);
	return {
		link_id: body.link_id as string,
		link: body.link as string,
		token: body.link.split("#")[1] as string,
	};
}

const opened = (token: string, who = browser(packshot)) => who.ask("POST /shared-case", { body: { token } });
const links = async (path: { case_id: string }) =>
	(await administrator.ask("GET /admin/traces/{case_id}/links", { path })).body.data;

describe("who looks after a case", () => {
	test("is at first whoever opened it, then whoever it is given to, and the log says so", async () => {
		const path = await settledCase();
		const { body } = await tracer.ask("GET /admin/traces/{case_id}", { path });
		expect(body.holder).toEqual({ account_id: tracer.accountId, email: tracer.email });
		const { body: holders } = await tracer.ask("GET /admin/case-holders");
		expect(holders.data.map(({ email }: { email: string }) => email)).toEqual(
			[administrator.email, tracer.email].sort(),
		);
		const give = (holder_id: string | null) =>
			tracer.ask("PATCH /admin/traces/{case_id}", { path, body: { holder_id } });
		expect((await give(administrator.accountId)).body.holder.email).toBe(administrator.email);
		expect((await give(null)).body.holder).toBe(null);
		const { body: log } = await administrator.ask("GET /admin/events", { query: { subject: path.case_id } });
		expect(log.data[1]).toMatchObject({
			action: "case.changed",
			changes: [{ name: "Held by", before: tracer.email, after: administrator.email }],
		});
	});

	test("has to be able to see it", async () => {
		const path = await settledCase();
		const disabled = await newPerson(packshot, { roles: ["tracer"] });
		await administrator.ask("POST /admin/accounts/{account_id}/disable", {
			path: { account_id: disabled.accountId },
		});
		const { accountId } = await newPerson(packshot, { roles: ["accountant"] });
		for (const holder_id of [accountId, disabled.accountId, "acct_0"]) {
			const answer = await tracer.ask("PATCH /admin/traces/{case_id}", { path, body: { holder_id } });
			expect([answer.status, answer.body.error]).toEqual([409, "case_holder_unfit"]);
		}
	});
});

test("notes say who wrote what and when, stay in their order, and are recorded", async () => {
	const path = await settledCase();
	const add = (who: Browser, text: string) =>
		who.ask("POST /admin/traces/{case_id}/notes", { path, body: { text } });
	expect((await add(tracer, "Bought a copy there.\nKept the receipt.")).status).toBe(201);
	packshot.clock.advance(1000);
	const { body } = await add(administrator, "שלחתי לעורך הדין");
	expect(body.notes).toMatchObject([
		{ by: tracer.email, text: "Bought a copy there.\nKept the receipt." },
		{ by: administrator.email, text: "שלחתי לעורך הדין", at: new Date(packshot.clock.now()).toISOString() },
	]);
	for (const text of ["", "a\u202Eb"]) expect((await add(tracer, text)).body.error).toBe("bad_request");
	const { body: log } = await administrator.ask("GET /admin/events", { query: { subject: path.case_id } });
	expect(log.data.slice(0, 2)).toMatchObject([{ action: "case.noted" }, { action: "case.noted" }]);
	await packshot.alter(`insert into leak_case_note (note_id, case_id, at, text)
		select 'note_' || place, '${path.case_id}', 1, 'x' from (${Array.from({ length: 498 }, (_, i) => `select ${i} as place`).join(" union all ")}) as places`);
	expect((await add(tracer, "One more.")).body.error).toBe("case_hand_over_full");
});

test("the case says whose the named key is", async () => {
	const path = await settledCase();
	const { body } = await tracer.ask("GET /admin/traces/{case_id}", { path });
	expect(body.result.candidates[0]).toMatchObject({ client_id: clientId, owner_email: owner.email });
	expect(body.result).toMatchObject({ guesses: 3, packshot: "1.0.0" });
});

test("the pictures of a case page are small enough that ten leaks are no burden", async () => {
	const path = await settledCase();
	const at = `${packshot.origin}${PORTAL_PATH}/admin/traces/${path.case_id}`;
	const sized = async (file: string) => {
		const response = await fetch(`${at}/${file}?size=small`, { headers: { cookie: tracer.cookie! } });
		expect(response.headers.get("content-type")).toBe("image/webp");
		const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
		return [width, height];
	};
	expect(await sized("leaks/1")).toEqual([480, 360]);
	expect(await sized("evidence/1/1")).toEqual([960, 477]);
	expect((await fetch(`${at}/leaks/9?size=small`, { headers: { cookie: tracer.cookie! } })).status).toBe(404);
	expect((await fetch(`${at}/leaks/1?size=9`, { headers: { cookie: tracer.cookie! } })).status).toBe(400);
});

describe("a link to the report of a case", () => {
	test("shows it without an account, counts and records every opening, and can be revoked", async () => {
		const path = await settledCase();
		const made = await madeLink(path);
		expect(made.link).toBe(`${packshot.origin}/case#${made.token}`);
		const stored = await packshot.installation.db.read.selectFrom("case_link").selectAll().execute();
		expect(JSON.stringify(stored)).not.toContain(made.token);
		const answer = await opened(made.token);
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({
			name: "Web shop",
			note: "Seen there.",
			service: packshot.origin,
			result: {
				clients_scored: 40,
				guesses: 3,
				case_sha256: DIGEST,
				named_count: 1,
				named: [{ client_name: "Shop 0", owner_email: owner.email, delivery_count: 20 }],
			},
		});
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
		});
		// Also whoever is signed in here is just somebody with the link.
		expect((await opened(made.token, administrator)).status).toBe(200);
		expect(await links(path)).toMatchObject([
			{
				link_id: made.link_id,
				created_by: administrator.email,
				state: "active",
				opened_count: 2,
				last_opened_at: new Date(packshot.clock.now()).toISOString(),
				expires_at: new Date(packshot.clock.now() + 14 * DAY_MS).toISOString(),
			},
		]);
		const revoke = () =>
			administrator.ask("DELETE /admin/traces/{case_id}/links/{link_id}", {
				path: { ...path, link_id: made.link_id },
			});
		expect((await revoke()).status).toBe(204);
		expect((await revoke()).status).toBe(404);
		expect((await opened(made.token)).status).toBe(404);
		expect(await links(path)).toMatchObject([{ state: "revoked", opened_count: 2 }]);
		const { body: log } = await administrator.ask("GET /admin/events", { query: { subject: path.case_id } });
		expect(log.data.slice(0, 4)).toMatchObject([
			{ action: "case.link_revoked", account_email: administrator.email },
			{ action: "case.link_opened", account_id: null, address: "127.0.0.1" },
			{ action: "case.link_opened", account_id: null },
			{ action: "case.link_made", account_email: administrator.email },
		]);
		const csv = await fetch(`${packshot.origin}${PORTAL_PATH}/admin/events.csv?subject=${path.case_id}`, {
			headers: { cookie: administrator.cookie! },
		});
		expect(await csv.text()).toMatch(/,not signed in,Case Web shop opened with a link,/);
	});

	test("hands over small pictures, and never a leak as found, a base, the case file, a person or a note", async () => {
		const path = await settledCase(10, 5);
		await tracer.ask("POST /admin/traces/{case_id}/notes", { path, body: { text: "For us alone." } });
		const { token } = await madeLink(path);
		const { body, text } = await opened(token);
		const pictures = [...text.matchAll(/"data:image\/webp;base64,([^"]+)"/g)].map(([, base64 = ""]) =>
			Buffer.from(base64, "base64"),
		);
		// Four leaks, and one evidence picture for each of the three that are named in full.
		expect(pictures).toHaveLength(7);
		for (const picture of pictures) {
			const { width, height } = await sharp(picture).metadata();
			expect(Math.max(width, height)).toBeLessThanOrEqual(320);
			expect(picture.includes(SECRET)).toBe(false);
		}
		expect(body.leaks).toHaveLength(10);
		expect(body.result).toMatchObject({ named_count: 5 });
		expect(body.result.named.map(({ deliveries }: { deliveries: unknown[] }) => deliveries.length)).toEqual([
			1, 1, 1,
		]);
		for (const kept of ["buyer@example.com", "For us alone.", "/admin/", "b".repeat(64), "req_1"])
			expect([kept, text.includes(kept)]).toEqual([kept, false]);
		const { text: own } = await tracer.ask("GET /admin/traces/{case_id}/report", { path });
		expect(own).toBe(text);
	});

	test("names the operator and whom to ask", async () => {
		const path = await settledCase();
		const { token } = await madeLink(path);
		expect((await opened(token)).body.operator).toEqual({ name: "Packshot", contact: null });
		const body = { name: "Pantry Pictures", contact: "photos@example.com" };
		await administrator.ask("PATCH /admin/storefront", { body });
		expect((await opened(token)).body.operator).toEqual(body);
	});

	test("ends when its days are over, and like that with its case", async () => {
		const path = await settledCase();
		const short = await madeLink(path, 1);
		packshot.clock.advance(1);
		const long = await madeLink(path, 90);
		packshot.clock.advance(DAY_MS - 2);
		expect((await opened(short.token)).status).toBe(200);
		packshot.clock.advance(1);
		expect((await opened(short.token)).status).toBe(404);
		expect((await opened(long.token)).status).toBe(200);
		const { body } = await administrator.ask("DELETE /admin/traces/{case_id}/links/{link_id}", {
			path: { ...path, link_id: short.link_id },
		});
		expect(body.error).toBe("not_found");
		expect(await links(path)).toMatchObject([{ state: "active" }, { state: "expired" }]);
		await tracer.ask("DELETE /admin/traces/{case_id}", { path, body: { name: "Web shop" } });
		expect((await opened(long.token)).status).toBe(404);
		const { read } = packshot.installation.db;
		for (const table of ["case_link", "leak_case_note"] as const)
			expect(await read.selectFrom(table).where("case_id", "=", path.case_id).selectAll().execute()).toEqual(
				[],
			);
	});

	test.each([0, 91, 1.5])("cannot live for %d days", async (days) => {
		const path = await settledCase();
		const { body } = await administrator.ask("POST /admin/traces/{case_id}/links", { path, body: { days } });
		expect(body.error).toBe("bad_request");
	});

	test("is one of at most 50", async () => {
		const path = await settledCase();
		await packshot.alter(`insert into case_link (token_hash, link_id, case_id, created_at, expires_at, opened_count)
			values ${Array.from({ length: 50 }, (_, i) => `('hash ${i}', 'link_${i}', '${path.case_id}', 1, 2, 0)`).join(", ")}`);
		const { body } = await administrator.ask("POST /admin/traces/{case_id}/links", { path, body: {} });
		expect(body.error).toBe("case_hand_over_full");
	});
});

describe("intruders", () => {
	test("hear the same of a link that was revoked, has ended, or never was", async () => {
		const path = await settledCase();
		const revoked = await madeLink(path);
		const ended = await madeLink(path, 1);
		await administrator.ask("DELETE /admin/traces/{case_id}/links/{link_id}", {
			path: { ...path, link_id: revoked.link_id },
		});
		packshot.clock.advance(DAY_MS);
		const working = await madeLink(path);
		const tokens = [revoked.token, ended.token, `${working.token.slice(0, -1)}~`, working.link_id, "x", ""];
		const answers = await Promise.all(tokens.map((token) => opened(token)));
		const told = answers.map(({ status, body: { request_id: _, ...body }, headers }) =>
			JSON.stringify([status, body, headers.get("x-robots-tag"), headers.get("content-length")]),
		);
		expect(answers[0]?.status).toBe(404);
		expect(new Set(told).size).toBe(1);
		expect(await links(path)).toMatchObject([{ opened_count: 0 }, { opened_count: 0 }, { opened_count: 0 }]);
	});

	test("cannot go on guessing", async () => {
		const guessed = await startService({ settings: { PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "5" } });
		try {
			const statuses: number[] = [];
			for (let i = 0; i < 7; i++) {
				const { status } = await browser(guessed).ask("POST /shared-case", { body: { token: `guess ${i}` } });
				statuses.push(status);
			}
			expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
		} finally {
			await guessed.close();
		}
	});

	test("cannot end a link by way of another case, nor make or see one as a tracer", async () => {
		const [path, other] = [await settledCase(), await settledCase()];
		const { link_id, token } = await madeLink(path);
		const crossed = { path: { ...other, link_id } };
		const answer = await administrator.ask("DELETE /admin/traces/{case_id}/links/{link_id}", crossed);
		expect([answer.status, answer.body.error]).toEqual([404, "not_found"]);
		expect(await links(other)).toEqual([]);
		for (const [name, call] of [
			["GET /admin/traces/{case_id}/links", { path }],
			["POST /admin/traces/{case_id}/links", { path, body: {} }],
			["DELETE /admin/traces/{case_id}/links/{link_id}", { path: { ...path, link_id } }],
		] as const)
			expect([name, (await tracer.ask(name, call)).body.error]).toEqual([name, "role_missing"]);
		const shown = await opened(token);
		expect(shown.body.case_id).toBe(path.case_id);
	});

	test("get nothing else with a token", async () => {
		const path = await settledCase();
		const { token } = await madeLink(path);
		for (const headers of [
			{ cookie: `packshot_session=${token}` },
			{ authorization: `Bearer ${token}` },
		] as Record<string, string>[])
			for (const at of ["", "/report", "/leaks/1", "/evidence/1/1", "/file", "/links"]) {
				const response = await fetch(`${packshot.origin}${PORTAL_PATH}/admin/traces/${path.case_id}${at}`, {
					headers,
				});
				expect([at, response.status]).toEqual([at, 401]);
			}
	});
});
