import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { ulid } from "../../platform/ids.ts";
import { createRevokedTokens, revokeToken } from "./revoked-tokens.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	const clock = testClock();
	const revoke = (jti: string) =>
		engine.db.write(revokeToken, {
			jti,
			clientId: "ps_client_aaaaaaaaaaaaaaaaaaaa",
			nowMs: clock.now(),
			expiresAtMs: clock.now() + 3_600_000,
		});

	test("a token is not revoked at first, and stays revoked once it is", async () => {
		const jti = ulid(clock.now());
		const revoked = createRevokedTokens(engine.db, clock);
		expect(await revoked.has(jti)).toBe(false);
		await revoke(jti);
		revoked.learn(jti);
		expect(await revoked.has(jti)).toBe(true);
		clock.advance(10_000_000);
		expect(await revoked.has(jti)).toBe(true);
	});

	test("a token revoked by another node is known to be revoked within 5 seconds", async () => {
		const jti = ulid(clock.now());
		const here = createRevokedTokens(engine.db, clock);
		expect(await here.has(jti)).toBe(false);
		await revoke(jti);
		clock.advance(5000);
		expect(await here.has(jti)).toBe(true);
	});

	test("a clock that jumps back does not keep a stale answer fresh", async () => {
		const jti = ulid(clock.now());
		const here = createRevokedTokens(engine.db, clock);
		await here.has(jti);
		await revoke(jti);
		clock.advance(-3_600_000);
		expect(await here.has(jti)).toBe(true);
		clock.advance(3_600_000);
	});

	test("a revocation during a pending lookup is not missed", async () => {
		const jti = ulid(clock.now());
		const here = createRevokedTokens(engine.db, clock);
		const asking = here.has(jti);
		here.learn(jti);
		expect(await asking).toBe(true);
		expect(await here.has(jti)).toBe(true);
	});

	test("revoking a token twenty times concurrently stores it once", async () => {
		const jti = ulid(clock.now());
		await Promise.all(Array.from({ length: 20 }, () => revoke(jti)));
		const rows = await engine.db.read
			.selectFrom("revoked_token")
			.selectAll()
			.where("jti", "=", jti)
			.execute();
		expect(rows).toHaveLength(1);
	});
});
