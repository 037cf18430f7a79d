import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { changePolicy, rotate } from "../../../test/support/operator.ts";
import { clientId } from "../../api/client-id.ts";
import { readBalance, readLedger } from "../../billing/balances/balance.ts";
import { findRow } from "../../platform/db/rows.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { type ClientPolicy, clientFromRow, isActive } from "./client.ts";
import { createClientDirectory } from "./directory.ts";
import { defaultPolicy, issueClient } from "./service.ts";
import { allClientRows, createClient, revokeClient } from "./store.ts";

const hashKeys: KeyPair = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const plain: ClientPolicy = { ...defaultPolicy, name: "Client" };
const everything: ClientPolicy = {
	name: 'Grocer "Ünï" שלום',
	tier: "enterprise",
	requestsPerMinute: 5_000_000_000,
	requestsPerDay: 9_000_000_000,
	expiresAtMs: Date.UTC(2099, 0, 1),
	allowlist: ["192.0.2.0/24", "2001:db8::1"],
	locks: ["nutrition", "info.brand"],
	barcodePrefixes: ["729", "00"],
	brands: ["Osem", 'With "quotes"'],
	departments: ["Baby & Bath"],
	urlTtlSeconds: 60,
	multiUseUrls: true,
	watermark: "waived",
};

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	const clock = testClock();
	const issuing = () => ({ db: engine.db, clock, hashKeys });
	const issue = (policy: ClientPolicy = plain, units = 0) => issueClient(issuing(), policy, units);
	async function read(id: string) {
		const row = await findRow(engine.db.read, "client", { client_id: id });
		if (!row) throw new Error(`no client ${id}`);
		return { row, client: clientFromRow(row) };
	}

	test("a client is read back as it was created, with its credits as the first row of its ledger", async () => {
		const { clientId: id, apiKey } = await issue(everything, 1_230_000);
		const { row, client } = await read(id);
		expect(client).toMatchObject(everything);
		expect(client).toMatchObject({
			clientId: id,
			keyVersion: 1,
			revokedAtMs: null,
			createdAtMs: clock.now(),
		});
		expect(client.allowedRanges).toHaveLength(2);
		expect(row.key_hash).toBe(storedHashes(apiKey, hashKeys)[0]);
		expect(await readBalance(engine.db, id)).toBe(1_230_000);
		expect(await readLedger(engine.db, id)).toMatchObject([{ kind: "grant", units: 1_230_000, seq: 1 }]);
	});

	test("a client without credits has a balance of 0 and an empty ledger", async () => {
		const { clientId: id } = await issue();
		expect(await readBalance(engine.db, id)).toBe(0);
		expect(await readLedger(engine.db, id)).toEqual([]);
	});

	test("every client has its own mark seed, which no later change alters", async () => {
		const [{ clientId: id }, { clientId: other }] = [await issue(), await issue()];
		const seed = Buffer.from((await read(id)).client.markSeed).toString("hex");
		expect(seed).toMatch(/^[0-9a-f]{64}$/);
		expect(Buffer.from((await read(other)).client.markSeed).toString("hex")).not.toBe(seed);
		await rotate(issuing(), id);
		await changePolicy(engine.db, id, everything);
		await engine.db.write(revokeClient, { clientId: id, nowMs: clock.now() });
		expect(Buffer.from((await read(id)).client.markSeed).toString("hex")).toBe(seed);
	});

	test("refuses a taken client id, but not a client created concurrently", async () => {
		const taken = (await issue()).clientId;
		const create = (id: string) =>
			engine.db.write(createClient, {
				clientId: id,
				policy: plain,
				keyHash: "hash",
				markSeed: randomBytes(32),
				grant: { clientId: id, units: 5, note: null, requestId: "req_1", atMs: 0 },
			});
		const fresh = [clientId(), clientId()] as const;
		const outcomes = await Promise.allSettled([create(fresh[0]), create(taken), create(fresh[1])]);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await readBalance(engine.db, taken)).toBe(0);
		for (const id of fresh) expect(await readBalance(engine.db, id)).toBe(5);
	});

	test("an update replaces the whole policy and nothing else", async () => {
		const { clientId: id } = await issue(everything, 10);
		const before = (await read(id)).row;
		expect(await changePolicy(engine.db, id, plain)).toEqual({ kind: "done" });
		const { row, client } = await read(id);
		expect(client).toMatchObject(plain);
		expect([row.key_hash, row.key_version, row.created_at]).toEqual([before.key_hash, 1, before.created_at]);
		expect(await changePolicy(engine.db, clientId(), plain)).toEqual({ kind: "not_found" });
	});

	test("every new key gets the next version, even with twenty issued concurrently", async () => {
		const { clientId: id } = await issue();
		const keys = await Promise.all(Array.from({ length: 20 }, () => rotate(issuing(), id)));
		expect(new Set(keys).size).toBe(20);
		const { row } = await read(id);
		expect(row.key_version).toBe(21);
		expect(keys.map((key) => storedHashes(key ?? "", hashKeys)[0])).toContain(row.key_hash);
	});

	test("a client that is revoked or unknown gets no new key", async () => {
		const { clientId: id } = await issue();
		await engine.db.write(revokeClient, { clientId: id, nowMs: clock.now() });
		expect(await rotate(issuing(), id)).toBeUndefined();
		expect(await rotate(issuing(), clientId())).toBeUndefined();
		expect((await read(id)).row.key_version).toBe(1);
	});

	test("revoking is permanent: revoking again keeps the first time, and no policy change reverts it", async () => {
		const { clientId: id } = await issue();
		expect(await engine.db.write(revokeClient, { clientId: id, nowMs: 1000 })).toBe(true);
		expect(await engine.db.write(revokeClient, { clientId: id, nowMs: 2000 })).toBe(true);
		await changePolicy(engine.db, id, { ...plain, expiresAtMs: null });
		const { client } = await read(id);
		expect(client.revokedAtMs).toBe(1000);
		expect(isActive(client, 0)).toBe(false);
		expect(await engine.db.write(revokeClient, { clientId: clientId(), nowMs: 0 })).toBe(false);
	});

	test("all clients are listed, oldest first", async () => {
		clock.advance(1000);
		const older = (await issue()).clientId;
		clock.advance(1000);
		const newer = (await issue()).clientId;
		const ids = (await allClientRows(engine.db)).map((row) => row.client_id);
		expect(ids.slice(-2)).toEqual([older, newer]);
	});

	describe("the directory", () => {
		test("keeps a client for some seconds, but less than 5", async () => {
			const { clientId: id } = await issue();
			const directory = createClientDirectory(engine.db, clock);
			expect((await directory.find(id))?.revokedAtMs).toBeNull();
			await engine.db.write(revokeClient, { clientId: id, nowMs: clock.now() });
			clock.advance(3000);
			expect((await directory.find(id))?.revokedAtMs).toBeNull();
			clock.advance(2000);
			expect((await directory.find(id))?.revokedAtMs).not.toBeNull();
		});

		test("reads a cached client again that was changed on this node and forgotten", async () => {
			const { clientId: id } = await issue();
			const directory = createClientDirectory(engine.db, clock);
			await directory.find(id);
			await engine.db.write(revokeClient, { clientId: id, nowMs: clock.now() });
			expect((await directory.find(id))?.revokedAtMs).toBeNull();
			directory.forget(id);
			expect((await directory.find(id))?.revokedAtMs).toBe(clock.now());
		});

		test("reads a cached client again if the clock jumped back", async () => {
			const { clientId: id } = await issue();
			const directory = createClientDirectory(engine.db, clock);
			await directory.find(id);
			await engine.db.write(revokeClient, { clientId: id, nowMs: clock.now() });
			expect((await directory.find(id))?.revokedAtMs).toBeNull();
			clock.advance(-3_600_000);
			expect((await directory.find(id))?.revokedAtMs).not.toBeNull();
		});

		test("does not cache that a client was unknown", async () => {
			const directory = createClientDirectory(engine.db, clock);
			const id = clientId();
			expect(await directory.find(id)).toBeUndefined();
			const grant = { clientId: id, units: 0, note: null, requestId: "req_1", atMs: 0 };
			await engine.db.write(createClient, {
				clientId: id,
				policy: plain,
				keyHash: "hash",
				markSeed: randomBytes(32),
				grant,
			});
			expect((await directory.find(id))?.name).toBe("Client");
		});
	});
});
