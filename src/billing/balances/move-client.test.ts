import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { verifiedBalance } from "../../../test/support/ledger.ts";
import { LARGEST_BALANCE_UNITS } from "../../api/credits.ts";
import { changeClient } from "../../clients/pages/changes.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { revokeClient } from "../../clients/policy/store.ts";
import type { Database } from "../../platform/db/database.ts";
import { requestId } from "../../platform/ids.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { settle } from "../ledger/settle.ts";
import { chargeOf } from "../prices/charge.ts";
import { fallsTogether, waitingAlerts } from "./alerts.ts";
import { balanceOf, readBalance, readLedger } from "./balance.ts";
import { grantCredits } from "./grant.ts";
import { noteLowBalances } from "./low-balance.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);
const clock = { now: () => AT_MS };
const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const CONFLICT = { kind: "conflict", problem: expect.any(String) };

describe.each(engines)("on $name, a client", ({ open }) => {
	let engine: OpenedEngine;
	let other: Database;
	beforeAll(async () => {
		engine = await open();
		other = engine.openAgain();
	});
	afterAll(async () => {
		await other.close();
		await engine.close();
	});

	const names = (clientIds: readonly string[]) => `(${clientIds.map((id) => `'${id}'`).join(", ")})`;
	async function clientWith(units: number): Promise<string> {
		const policy = { ...defaultPolicy, name: "Moving" };
		return (await issueClient({ db: engine.db, clock, hashKeys }, policy, units)).clientId;
	}
	const balanceIdOf = async (clientId: string) => (await balanceOf(engine.db, clientId))?.balance_id ?? "";
	const held = (...clientIds: string[]) =>
		Promise.all(clientIds.map((clientId) => readBalance(engine.db, clientId)));
	const move = (clientId: string, to: string, units?: number, db = engine.db) =>
		db.write(changeClient, {
			clientId,
			policy: {},
			balance: { to, units },
			actor: { accountId: null, address: null, requestId: requestId(AT_MS), atMs: AT_MS },
		});
	const charge = (clientId: string, units: number, db = engine.db) =>
		db.write(settle, {
			clientId,
			requestId: requestId(AT_MS),
			atMs: AT_MS,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits: units }]),
		});
	const kinds = async (balanceKey: string) => {
		const rows = await readLedger(engine.db, balanceKey);
		verifiedBalance(rows);
		return rows.map(({ kind, units, client_id }) => [kind, units, client_id]);
	};
	const expectSound = async () => expect((await checkLedger(engine.db)).faults).toEqual([]);
	const clients = (count: number, units: number) =>
		Promise.all(Array.from({ length: count }, () => clientWith(units)));

	test("that joins brings what only it could spend, and is charged there from then on", async () => {
		const [first, second] = [await clientWith(100), await clientWith(50)];
		const joined = await balanceIdOf(first);
		expect(await move(second, joined)).toEqual({ kind: "done" });
		expect(await held(first, second)).toEqual([150, 150]);
		expect(await charge(second, 120)).toMatchObject({ paid: true, balanceUnits: 30 });
		expect(await charge(first, 31)).toMatchObject({ paid: false, balanceUnits: 30 });
		expect(await kinds(first)).toEqual([
			["grant", 100, first],
			["transfer", 50, ""],
			["charge", -120, second],
		]);
		expect(await kinds(second)).toEqual([
			["grant", 50, second],
			["transfer", -50, ""],
		]);
		await expectSound();
	});

	test("that leaves takes nothing along unless told to, and returns to its first balance", async () => {
		const [first, second] = [await clientWith(100), await clientWith(50)];
		const [joined, own] = [await balanceIdOf(first), await balanceIdOf(second)];
		await move(second, joined);
		await move(second, "own");
		expect([await balanceIdOf(second), ...(await held(first, second))]).toEqual([own, 150, 0]);
		await move(second, joined);
		await move(second, "own", 70);
		expect(await held(first, second)).toEqual([80, 70]);
		await expectSound();
	});

	test("whose first balance others draw on gets a new one; the last one takes everything along", async () => {
		const [first, second] = [await clientWith(100), await clientWith(50)];
		const joined = await balanceIdOf(first);
		await move(second, joined);
		await move(first, "own");
		expect(await balanceIdOf(first)).not.toBe(joined);
		expect(await held(first, second)).toEqual([0, 150]);
		expect(await charge(first, 1)).toMatchObject({ paid: false });
		await move(second, "own");
		expect(await held(first, second)).toEqual([0, 150]);
		await move(first, "own");
		expect(await balanceIdOf(first)).toBe(joined);
		await expectSound();
	});

	test("takes the credits along that only revoked clients would be left with", async () => {
		const [first, second, third] = [await clientWith(10), await clientWith(10), await clientWith(10)];
		await move(second, await balanceIdOf(first));
		await engine.db.write(revokeClient, { clientId: first, nowMs: AT_MS });
		await move(second, await balanceIdOf(third));
		expect(await held(first, third)).toEqual([0, 30]);
		expect(await move(first, "own")).toEqual(CONFLICT);
	});

	test("changes nothing when it asks for more than is held, for a balance that is not there or would be too full", async () => {
		const [first, second, third] = [await clientWith(100), await clientWith(50), await clientWith(1)];
		const joined = await balanceIdOf(first);
		await move(second, joined);
		const { rows } = await checkLedger(engine.db);
		const balances = await countOf("balance");
		expect(await move(second, "own", 151)).toEqual(CONFLICT);
		expect(await move(first, "own", 151)).toEqual(CONFLICT);
		expect(await move(second, "bal_unknown")).toEqual(CONFLICT);
		await engine.execute(
			`update balance set units = ${LARGEST_BALANCE_UNITS} where balance_key = '${first}'`,
		);
		expect(await move(third, joined)).toEqual(CONFLICT);
		await engine.execute(`update balance set units = 150 where balance_key = '${first}'`);
		expect([(await checkLedger(engine.db)).rows, await countOf("balance")]).toEqual([rows, balances]);
		await expectSound();
	});

	const countOf = async (table: "balance") =>
		(await engine.db.scan.selectFrom(table).select("balance_key").execute()).length;

	test("is refused by a balance on which 1,000 draw, revoked ones not counted", async () => {
		const [first, second] = [await clientWith(1), await clientWith(1)];
		const { mark_seed: _, ...row } = await engine.db.read
			.selectFrom("client")
			.selectAll()
			.where("client_id", "=", first)
			.executeTakeFirstOrThrow();
		const columns = Object.keys(row).filter((name) => name !== "client_id");
		const copies = Array.from({ length: 999 }, (_, place) => `('${first}_${place}')`).join();
		await engine.execute(`with copies (id) as (values ${copies})
			insert into client (client_id, mark_seed, ${columns.join()})
			select id, mark_seed, ${columns.join()} from copies cross join client where client_id = '${first}'`);
		await engine.execute(`insert into balance_member (client_id, balance_key)
			select client_id, '${first}' from client where client_id like '${first}_%'
			and client_id not in (select client_id from balance_member)`);
		expect(await move(second, await balanceIdOf(first))).toEqual(CONFLICT);
		await engine.db.write(revokeClient, { clientId: `${first}_7`, nowMs: AT_MS });
		expect(await move(second, await balanceIdOf(first))).toEqual({ kind: "done" });
	});

	test("and four others never overdraw a balance by a unit with 200 parallel calls to two servers", async () => {
		const five = await clients(5, 0);
		const [first = ""] = five;
		for (const clientId of five.slice(1)) await move(clientId, await balanceIdOf(first));
		const grant = { units: 1000, note: null, requestId: requestId(AT_MS), atMs: AT_MS };
		await engine.db.write(grantCredits, { clientId: five[3] ?? "", ...grant });
		const outcomes = await Promise.all(
			Array.from({ length: 200 }, (_, place) =>
				charge(five[place % 5] ?? "", 7, place % 2 === 0 ? engine.db : other),
			),
		);
		expect(outcomes.filter(({ paid }) => paid)).toHaveLength(142);
		expect(await held(...five)).toEqual([6, 6, 6, 6, 6]);
		expect(verifiedBalance(await readLedger(engine.db, first))).toBe(6);
		await expectSound();
	});

	test("joins and leaves under load without losing or doubling a unit", async () => {
		const five = await clients(5, 10_000);
		const ids = await Promise.all(five.map(balanceIdOf));
		const moves = Array.from({ length: 60 }, (_, place) => {
			const clientId = five[(place * 3) % 5] ?? "";
			const to = place % 4 === 3 ? "own" : (ids[(place * 7) % 5] ?? "own");
			return () => move(clientId, to, place % 3 === 0 ? 5 : undefined, place % 2 === 0 ? engine.db : other);
		});
		const charges = Array.from(
			{ length: 400 },
			(_, place) => () => charge(five[place % 5] ?? "", 3, place % 2 === 0 ? other : engine.db),
		);
		const mover = (async () => {
			for (const each of moves) await each();
		})();
		const chargers = Array.from({ length: 8 }, async (_, lane) => {
			const outcomes = [];
			for (let place = lane; place < charges.length; place += 8) outcomes.push(await charges[place]?.());
			return outcomes;
		});
		const outcomes = (await Promise.all(chargers)).flat();
		await mover;
		const paid = outcomes.filter((outcome) => outcome?.paid).length;
		const keys = await engine.db.scan.selectFrom("balance").selectAll().execute();
		const rows = await engine.db.scan.selectFrom("ledger").selectAll().execute();
		const ofFive = rows.filter(({ kind, client_id }) => kind === "charge" && five.includes(client_id ?? ""));
		expect(ofFive).toHaveLength(paid);
		const transfers = rows.filter(({ kind }) => kind === "transfer");
		expect(transfers.reduce((sum, { units }) => sum + units, 0)).toBe(0);
		const created = new Set(ofFive.map(({ balance_key }) => balance_key));
		for (const clientId of five) created.add((await balanceOf(engine.db, clientId))?.balance_key ?? "");
		for (const clientId of five) created.add(clientId);
		const left = keys.filter(({ balance_key }) => created.has(balance_key)).map(({ units }) => units);
		expect(left.reduce((sum, units) => sum + units, 0)).toBe(50_000 - 3 * paid);
		await expectSound();
	});

	test("that joins below its mark tells nobody; falls afterwards do", async () => {
		const [first, second] = [await clientWith(10), await clientWith(100)];
		await engine.execute(`update client set low_balance_units = 200 where client_id = '${second}'`);
		await noteLowBalances(engine.db, clock);
		await engine.execute(
			`update spending_alert set mail_waits = 0, webhook_waits = 0 where client_id = '${second}'`,
		);
		await move(second, await balanceIdOf(first));
		await noteLowBalances(engine.db, clock);
		const falls = async () =>
			(await waitingAlerts(engine.db.read, "mail_waits", 1000)).filter(
				({ client_id }) => client_id === second,
			);
		expect(await falls()).toEqual([]);
		const grant = { note: null, requestId: requestId(AT_MS), atMs: AT_MS };
		await engine.db.write(grantCredits, { clientId: first, units: 100, ...grant });
		await charge(first, 20);
		await noteLowBalances(engine.db, clock);
		expect(await falls()).toMatchObject([{ units: 190, limit_units: 200 }]);
	});

	test("whose balance falls below the marks of others of its owner too is named with them, to be mailed once", async () => {
		const clients = [await clientWith(100), await clientWith(0), await clientWith(0)];
		const [first = "", second = "", foreign = ""] = clients;
		for (const joining of [second, foreign]) await move(joining, await balanceIdOf(first));
		await engine.execute(`update client set low_balance_units = 90 where client_id in ${names(clients)}`);
		await engine.execute(
			`update client set owner_id = 'acct_one' where client_id in ${names([first, second])}`,
		);
		await engine.execute(`update client set owner_id = 'acct_two' where client_id in ${names([foreign])}`);
		await charge(second, 20);
		await noteLowBalances(engine.db, clock);
		const fallen = new Map(
			(await waitingAlerts(engine.db.read, "mail_waits", 1000)).map((fall) => [
				fall.alert_id,
				fall.client_id,
			]),
		);
		const together = async (clientId: string) =>
			(await fallsTogether(engine.db.read, "mail_waits", clientId)).map((id) => fallen.get(id)).sort();
		expect(await together(first)).toEqual([first, second].sort());
		expect(await together(foreign)).toEqual([foreign]);
	});
});
