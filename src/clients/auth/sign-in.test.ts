import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { rotate } from "../../../test/support/operator.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { defaultPolicy, issueClient } from "../policy/service.ts";
import { revokeClient } from "../policy/store.ts";
import { type SignIn, signIn } from "./sign-in.ts";

const NOW = Date.UTC(2027, 4, 15, 12);
const LOCK_MS = 300_000;
const hashKeys: KeyPair = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	const issuing = () => ({ db: engine.db, clock: { now: () => NOW }, hashKeys });
	const newClient = (policy = {}) =>
		issueClient(issuing(), { ...defaultPolicy, name: "Client", ...policy }, 0);
	let tokens = 0;
	const attempt = (clientId: string, apiKey: string, more: Partial<SignIn> = {}) =>
		engine.db.write(signIn, {
			clientId,
			keyHashes: storedHashes(apiKey, hashKeys),
			address: "192.0.2.1",
			nowMs: NOW,
			lockoutFailures: 5,
			lockoutMs: LOCK_MS,
			refreshToken: { hash: `refresh token ${++tokens}`, expiresAtMs: NOW + 1000 },
			...more,
		});
	const kinds = async (attempts: Promise<{ kind: string }>[]) =>
		(await Promise.all(attempts)).map(({ kind }) => kind);

	test("the right key signs in and leaves one refresh token", async () => {
		const { clientId, apiKey } = await newClient();
		expect(await attempt(clientId, apiKey)).toEqual({ kind: "signed_in", keyVersion: 1 });
		const rows = await engine.db.read
			.selectFrom("refresh_token")
			.selectAll()
			.where("client_id", "=", clientId)
			.execute();
		expect(rows).toEqual([
			{
				token_hash: `refresh token ${tokens}`,
				client_id: clientId,
				issued_at: NOW,
				expires_at: NOW + 1000,
				consumed_at: null,
				revoked_at: null,
			},
		]);
	});

	test("a key hashed under the service's previous key still signs in", async () => {
		const { clientId, apiKey } = await newClient();
		const rotated: KeyPair = [Buffer.alloc(32, 3), hashKeys[0]];
		const outcome = await attempt(clientId, apiKey, { keyHashes: storedHashes(apiKey, rotated) });
		expect(outcome.kind).toBe("signed_in");
	});

	test("only five of 60 concurrent wrong guesses are checked, and then not even the right key is", async () => {
		const { clientId, apiKey } = await newClient();
		const guesses = Array.from({ length: 60 }, (_, place) => attempt(clientId, `guess ${place}`));
		const answers = await kinds(guesses);
		expect(answers.filter((kind) => kind === "wrong")).toHaveLength(5);
		expect(answers.filter((kind) => kind === "locked")).toHaveLength(55);
		expect(await attempt(clientId, apiKey)).toEqual({ kind: "locked", untilMs: NOW + LOCK_MS });
	});

	test("a right key among concurrent wrong guesses resets the failure count for those after it", async () => {
		const { clientId, apiKey } = await newClient();
		const guesses = ["a", "b", "c", "d", apiKey, "e", "f", "g", "h", "i", "j"];
		const answers = await kinds(guesses.map((key) => attempt(clientId, key)));
		const wrong = (count: number) => Array.from({ length: count }, () => "wrong");
		expect(answers).toEqual([...wrong(4), "signed_in", ...wrong(5), "locked"]);
	});

	test("an unknown client is counted and locked in the same way", async () => {
		const unknown = "ps_client_nobodynobodynobody";
		for (let time = 0; time < 5; time++) expect((await attempt(unknown, "key")).kind).toBe("wrong");
		expect(await attempt(unknown, "key")).toEqual({ kind: "locked", untilMs: NOW + LOCK_MS });
		expect((await attempt(unknown, "key", { nowMs: NOW + LOCK_MS })).kind).toBe("wrong");
	});

	test("a lock ends exactly on time and resets the failure count to 0", async () => {
		const { clientId, apiKey } = await newClient();
		for (let time = 0; time < 5; time++) await attempt(clientId, "wrong");
		expect((await attempt(clientId, apiKey, { nowMs: NOW + LOCK_MS - 1 })).kind).toBe("locked");
		const end = { nowMs: NOW + LOCK_MS };
		for (let time = 0; time < 4; time++) expect((await attempt(clientId, "wrong", end)).kind).toBe("wrong");
		expect((await attempt(clientId, apiKey, end)).kind).toBe("signed_in");
	});

	test("attempts during a lock neither extend it nor count", async () => {
		const { clientId, apiKey } = await newClient();
		for (let time = 0; time < 5; time++) await attempt(clientId, "wrong");
		const late = { nowMs: NOW + LOCK_MS - 1 };
		for (let time = 0; time < 9; time++) await attempt(clientId, "wrong", late);
		expect((await attempt(clientId, apiKey, { nowMs: NOW + LOCK_MS })).kind).toBe("signed_in");
	});

	test("a successful sign-in resets the failure count", async () => {
		const { clientId, apiKey } = await newClient();
		for (let round = 0; round < 3; round++) {
			for (let time = 0; time < 4; time++) await attempt(clientId, "wrong");
			expect((await attempt(clientId, apiKey)).kind).toBe("signed_in");
		}
	});

	test("checks the key, then the client's state, then the allowlist; a refusal stores no token", async () => {
		const { clientId, apiKey } = await newClient({ allowlist: ["203.0.113.0/24"], expiresAtMs: NOW + 10 });
		const count = async () =>
			(
				await engine.db.read
					.selectFrom("refresh_token")
					.selectAll()
					.where("client_id", "=", clientId)
					.execute()
			).length;
		expect((await attempt(clientId, "wrong", { nowMs: NOW + 10 })).kind).toBe("wrong");
		expect((await attempt(clientId, apiKey, { nowMs: NOW + 10 })).kind).toBe("disabled");
		expect((await attempt(clientId, apiKey)).kind).toBe("address_not_allowed");
		expect(await count()).toBe(0);
		expect((await attempt(clientId, apiKey, { address: "203.0.113.9" })).kind).toBe("signed_in");
		expect(await count()).toBe(1);
	});

	test("a rotated key and a revoked client take effect at once", async () => {
		const { clientId, apiKey } = await newClient();
		const newKey = await rotate(issuing(), clientId);
		expect((await attempt(clientId, apiKey)).kind).toBe("wrong");
		expect(await attempt(clientId, newKey ?? "")).toEqual({ kind: "signed_in", keyVersion: 2 });
		await engine.db.write(revokeClient, { clientId, nowMs: NOW });
		expect((await attempt(clientId, newKey ?? "")).kind).toBe("disabled");
	});
});
