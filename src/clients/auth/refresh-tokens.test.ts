import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { changePolicy, rotate } from "../../../test/support/operator.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { defaultPolicy, issueClient } from "../policy/service.ts";
import { revokeClient } from "../policy/store.ts";
import { findRefreshToken, type Refresh, refresh } from "./refresh-tokens.ts";
import { signIn } from "./sign-in.ts";

const NOW = Date.UTC(2027, 4, 15, 12);
const TTL_MS = 90 * DAY_MS;
const hashKeys: KeyPair = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const policy = { ...defaultPolicy, name: "Client" };

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	const issuing = () => ({ db: engine.db, clock: { now: () => NOW }, hashKeys });
	let tokens = 0;
	const nextHash = () => `refresh token ${++tokens}`;

	/** A client with the given number of refresh tokens. */
	async function clientWith(count: number): Promise<{ clientId: string; hashes: string[] }> {
		const { clientId, apiKey } = await issueClient(issuing(), policy, 0);
		const hashes = Array.from({ length: count }, nextHash);
		for (const hash of hashes) await signInWith(clientId, apiKey, hash);
		return { clientId, hashes };
	}
	const signInWith = (clientId: string, apiKey: string, hash: string) =>
		engine.db.write(signIn, {
			clientId,
			keyHashes: storedHashes(apiKey, hashKeys),
			address: "192.0.2.1",
			nowMs: NOW,
			lockoutFailures: 5,
			lockoutMs: 300_000,
			refreshToken: { hash, expiresAtMs: NOW + TTL_MS },
		});
	const present = (clientId: string, tokenHash: string | undefined, more: Partial<Refresh> = {}) =>
		engine.db.write(refresh, {
			clientId,
			tokenHash: tokenHash ?? "",
			address: "192.0.2.1",
			nowMs: NOW,
			next: { hash: nextHash(), expiresAtMs: NOW + TTL_MS },
			...more,
		});
	const stored = (clientId: string) =>
		engine.db.read.selectFrom("refresh_token").selectAll().where("client_id", "=", clientId).execute();

	test("consumes the token and stores the next one", async () => {
		const { clientId, hashes } = await clientWith(1);
		const next = { hash: nextHash(), expiresAtMs: NOW + TTL_MS };
		const outcome = await present(clientId, hashes[0], { next });
		expect(outcome).toEqual({ kind: "refreshed", keyVersion: 1 });
		const rows = await stored(clientId);
		expect(rows.find((row) => row.token_hash === hashes[0])?.consumed_at).toBe(NOW);
		expect(rows.find((row) => row.token_hash === next.hash)).toMatchObject({
			consumed_at: null,
			revoked_at: null,
		});
	});

	test("only one of 50 concurrent refreshes with one token succeeds, and no token is left outstanding", async () => {
		const { clientId, hashes } = await clientWith(2);
		const outcomes = await Promise.all(Array.from({ length: 50 }, () => present(clientId, hashes[0])));
		const kinds = outcomes.map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === "refreshed")).toHaveLength(1);
		expect(kinds.filter((kind) => kind === "reused")).toHaveLength(49);
		const outstanding = (await stored(clientId)).filter(
			(row) => row.consumed_at === null && row.revoked_at === null,
		);
		expect(outstanding).toEqual([]);
		expect((await present(clientId, hashes[1])).kind).toBe("invalid");
	});

	test("concurrent refreshes with different tokens do not affect each other", async () => {
		const { clientId, hashes } = await clientWith(10);
		const outcomes = await Promise.all(hashes.map((hash) => present(clientId, hash)));
		expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["refreshed"]));
	});

	test("an unknown token is invalid", async () => {
		const { clientId } = await clientWith(0);
		expect((await present(clientId, "nobody's")).kind).toBe("invalid");
		expect(await stored(clientId)).toEqual([]);
	});

	test("a token is valid until the last millisecond of its lifetime", async () => {
		const { clientId, hashes } = await clientWith(2);
		expect((await present(clientId, hashes[0], { nowMs: NOW + TTL_MS - 1 })).kind).toBe("refreshed");
		expect((await present(clientId, hashes[1], { nowMs: NOW + TTL_MS })).kind).toBe("expired");
	});

	test("checks disabled, allowlist, reused and expired in this order; the first two change nothing", async () => {
		const { clientId, hashes } = await clientWith(2);
		await present(clientId, hashes[0]);
		const before = await stored(clientId);
		const late = { nowMs: NOW + TTL_MS + 1 };
		await changePolicy(engine.db, clientId, { expiresAtMs: NOW + 1, allowlist: ["203.0.113.1"] });
		expect((await present(clientId, hashes[0], late)).kind).toBe("disabled");
		expect((await present(clientId, hashes[0])).kind).toBe("address_not_allowed");
		expect((await present(clientId, hashes[1])).kind).toBe("address_not_allowed");
		expect(await stored(clientId)).toEqual(before);
		await changePolicy(engine.db, clientId, policy);
		expect((await present(clientId, hashes[1], late)).kind).toBe("expired");
		expect((await present(clientId, hashes[0], late)).kind).toBe("reused");
		expect((await present(clientId, hashes[1])).kind).toBe("invalid");
	});

	test("a consumed token stays consumed when the clock jumps back to before it was issued", async () => {
		const { clientId, hashes } = await clientWith(1);
		await present(clientId, hashes[0]);
		expect((await present(clientId, hashes[0], { nowMs: NOW - DAY_MS })).kind).toBe("reused");
	});

	test("reuse revokes only the tokens of that client", async () => {
		const [victim, other] = [await clientWith(1), await clientWith(1)];
		await present(victim.clientId, victim.hashes[0]);
		await present(victim.clientId, victim.hashes[0]);
		expect((await present(other.clientId, other.hashes[0])).kind).toBe("refreshed");
	});

	test("rotating the key ends every outstanding token; a revoked client's tokens are not consumed", async () => {
		const { clientId, hashes } = await clientWith(2);
		await rotate(issuing(), clientId);
		for (const hash of hashes) expect((await present(clientId, hash)).kind).toBe("invalid");
		const revoked = await clientWith(1);
		await engine.db.write(revokeClient, { clientId: revoked.clientId, nowMs: NOW });
		expect((await present(revoked.clientId, revoked.hashes[0])).kind).toBe("disabled");
		expect((await stored(revoked.clientId))[0]?.consumed_at).toBeNull();
	});

	test("a token consumed before a key rotation is invalid and does not revoke the tokens issued since", async () => {
		const { clientId, hashes } = await clientWith(1);
		await present(clientId, hashes[0]);
		const rotated = await rotate(issuing(), clientId);
		const since = nextHash();
		await signInWith(clientId, rotated ?? "", since);
		expect((await present(clientId, hashes[0])).kind).toBe("invalid");
		expect((await present(clientId, since)).kind).toBe("refreshed");
		expect((await present(clientId, since)).kind).toBe("reused");
	});

	test("a token is found by either hash of its secret", async () => {
		const { clientId, hashes } = await clientWith(1);
		const found = await findRefreshToken(engine.db.read, ["another hash", hashes[0] ?? ""]);
		expect(found).toMatchObject({ token_hash: hashes[0], client_id: clientId });
		expect(await findRefreshToken(engine.db.read, ["another hash"])).toBeUndefined();
	});
});
