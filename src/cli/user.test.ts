import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadConfig } from "../config.ts";
import { openInstallation } from "../installation.ts";
import { findAccountByEmail } from "../people/accounts/accounts.ts";
import { createPasswordHashing } from "../people/accounts/passwords.ts";
import { addClient } from "./client.ts";
import { exitCodes, runCommandLine } from "./command-line.ts";
import { addUser } from "./user.ts";

const environment = { PACKSHOT_DATA: mkdtempSync(join(tmpdir(), "packshot-user-")) };
const said: string[] = [];
beforeAll(() => {
	for (const stream of [process.stdout, process.stderr]) {
		vi.spyOn(stream, "write").mockImplementation((text) => said.push(String(text)) > 0);
	}
});
afterAll(() => {
	vi.restoreAllMocks();
	rmSync(environment.PACKSHOT_DATA, { recursive: true, force: true });
});

async function packshot(...args: string[]) {
	said.length = 0;
	const code = await runCommandLine([addUser, addClient], [...args, "--json"], environment);
	return { code, text: said.join(""), document: () => JSON.parse(said.join("")) };
}

async function accountOf(email: string) {
	const installation = await openInstallation(loadConfig(environment));
	try {
		return await findAccountByEmail(installation.db.read, email);
	} finally {
		await installation.close();
	}
}

/** As listed in the activity log. */
async function proposalChanges(email: string) {
	const installation = await openInstallation(loadConfig(environment));
	try {
		const account = await findAccountByEmail(installation.db.read, email);
		const events = await installation.db.read
			.selectFrom("portal_event")
			.select("detail")
			.where("action", "=", "account.proposes_as")
			.where("subject", "=", account?.account_id ?? "")
			.orderBy("id")
			.execute();
		return events.map(({ detail }) => JSON.parse(detail ?? "{}").proposes_as);
	} finally {
		await installation.close();
	}
}

test("user create opens an account with a password that has to be changed within a week", async () => {
	const { code, document } = await packshot("user", "create", "--email", " Boss@Example.com", "--admin");
	expect(code).toBe(exitCodes.success);
	const { one_time_password: password, ...shown } = document();
	const account = await accountOf("boss@example.com");
	expect(shown).toEqual({
		account_id: account?.account_id,
		email: "boss@example.com",
		is_administrator: true,
		roles: ["administrator"],
		proposes_as: null,
	});
	expect(await createPasswordHashing().verify(password, account?.password_hash)).toBe(true);
	const daysLeft = ((account?.password_expires_at ?? 0) - Date.now()) / 86_400_000;
	expect(daysLeft).toBeGreaterThan(6.9);
	expect(daysLeft).toBeLessThanOrEqual(7);
});

test("user create refuses a taken or invalid address", async () => {
	await packshot("user", "create", "--email", "twice@example.com");
	expect((await packshot("user", "create", "--email", "TWICE@example.com")).code).toBe(exitCodes.failure);
	const none = await packshot("user", "create", "--email", "nobody");
	expect([none.code, none.text]).toEqual([
		exitCodes.usage,
		expect.stringContaining("is not an e-mail address"),
	]);
});

test("user update grants and revokes roles, except those of the last administrator", async () => {
	await packshot("user", "create", "--email", "books@example.com", "--role", "tracer");
	const rolesOf = async () => (await accountOf("books@example.com"))?.roles;
	expect(await rolesOf()).toBe('["tracer"]');
	const given = await packshot(
		"user",
		"update",
		"books@example.com",
		"--role",
		"tracer",
		"--role",
		"accountant",
	);
	expect(given.document().roles).toEqual(["accountant", "tracer"]);
	expect(await rolesOf()).toBe('["accountant","tracer"]');
	await packshot("user", "update", "books@example.com", "--no-role");
	expect(await rolesOf()).toBe("[]");
	const last = await packshot("user", "update", "boss@example.com", "--role", "accountant");
	expect([last.code, last.text]).toEqual([exitCodes.failure, expect.stringContaining("only administrator")]);
	expect((await packshot("user", "update", "boss@example.com")).code).toBe(exitCodes.usage);
	expect((await packshot("user", "update", "boss@example.com", "--role", "king")).code).toBe(exitCodes.usage);
	expect((await packshot("user", "update", "ghost@example.com", "--no-role")).code).toBe(exitCodes.failure);
});

test("an account may propose under an ownership, set on creation or later, until it is withdrawn", async () => {
	const email = "bakery@example.com";
	const created = await packshot("user", "create", "--email", email, "--proposes-as", " מאפיית הזהב ");
	expect(created.document().proposes_as).toBe("מאפיית הזהב");
	const proposesAs = async () => (await accountOf(email))?.proposes_as;
	expect(await proposesAs()).toBe("מאפיית הזהב");
	const update = (...args: string[]) => packshot("user", "update", email, ...args);
	expect((await update("--proposes-as", "Golden Sheaf")).document()).toMatchObject({
		roles: [],
		proposes_as: "Golden Sheaf",
	});
	expect((await update("--role", "tracer")).document()).toMatchObject({ proposes_as: "Golden Sheaf" });
	expect((await packshot("user", "list")).document()).toContainEqual(
		expect.objectContaining({ email, roles: ["tracer"], proposes_as: "Golden Sheaf" }),
	);
	for (const refused of ["", "  ", "x".repeat(101), "Golden\u202eSheaf"]) {
		expect((await update("--no-role", "--proposes-as", refused)).code).toBe(exitCodes.usage);
	}
	expect([await proposesAs(), (await accountOf(email))?.roles]).toEqual(["Golden Sheaf", '["tracer"]']);
	await update("--proposes-as", "none", "--no-role");
	expect([await proposesAs(), (await accountOf(email))?.roles]).toEqual([null, "[]"]);
	expect(await proposalChanges(email)).toEqual([
		[null, "מאפיית הזהב"],
		["מאפיית הזהב", "Golden Sheaf"],
		["Golden Sheaf", null],
	]);
});

test("user list shows accounts and no secrets", async () => {
	const { document, text } = await packshot("user", "list");
	expect(document()).toContainEqual(
		expect.objectContaining({ email: "boss@example.com", is_administrator: true }),
	);
	expect(text).not.toContain("argon2");
});

test("user reset-password prints a link for existing accounts only", async () => {
	const { document } = await packshot(
		"user",
		"reset-password",
		"boss@example.com",
		"--url",
		"https://photos.example.com/",
	);
	expect(document().link).toMatch(/^https:\/\/photos\.example\.com\/reset#[\w-]{44}$/);
	expect((await packshot("user", "reset-password", "ghost@example.com")).code).toBe(exitCodes.failure);
});

test("a client can be created for an account, given to another, and left without an owner", async () => {
	const created = await packshot("client", "create", "--name", "Shop", "--owner", "boss@example.com");
	const { client_id: id } = created.document();
	const ownerOf = async () => (await packshot("client", "show", id)).document().owner_account_id;
	expect(await ownerOf()).toBe((await accountOf("boss@example.com"))?.account_id);
	await packshot("client", "update", id, "--rpm", "5");
	expect(await ownerOf()).toBe((await accountOf("boss@example.com"))?.account_id);
	await packshot("client", "update", id, "--owner", "twice@example.com");
	expect(await ownerOf()).toBe((await accountOf("twice@example.com"))?.account_id);
	await packshot("client", "update", id, "--no-owner");
	expect(await ownerOf()).toBeNull();
	const unknown = await packshot("client", "create", "--name", "Shop", "--owner", "ghost@example.com");
	expect(unknown.code).toBe(exitCodes.failure);
});
