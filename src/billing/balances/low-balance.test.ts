import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { changeClient } from "../../clients/pages/changes.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { revokeClient, setOwner } from "../../clients/policy/store.ts";
import { requestId } from "../../platform/ids.ts";
import { settle } from "../ledger/settle.ts";
import { chargeOf } from "../prices/charge.ts";
import { waitingAlerts } from "./alerts.ts";
import { grantCredits } from "./grant.ts";
import { noteLowBalance, noteLowBalances } from "./low-balance.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);
const clock = { now: () => AT_MS };
const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	/** A client with a balance of 100 units and a mark of 50. */
	async function markedClient(markUnits = 50): Promise<string> {
		const { clientId } = await issueClient(
			{ db: engine.db, clock, hashKeys },
			{ ...defaultPolicy, name: "Marked" },
			100,
		);
		await engine.db.write(setOwner, { clientId, ownerId: "acct_1" });
		await setMark(clientId, markUnits);
		return clientId;
	}
	const setMark = (clientId: string, lowBalanceUnits: number | null) =>
		engine.db.write(changeClient, {
			ownedBy: "acct_1",
			clientId,
			lowBalanceUnits,
			actor: { accountId: "acct_1", address: null, requestId: requestId(AT_MS), atMs: AT_MS },
		});
	const charge = (clientId: string, priceUnits: number) =>
		engine.db.write(settle, {
			clientId,
			requestId: requestId(AT_MS),
			atMs: AT_MS,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits }]),
		});
	const grant = (clientId: string, units: number) =>
		engine.db.write(grantCredits, { clientId, units, note: null, requestId: requestId(AT_MS), atMs: AT_MS });
	const look = () => noteLowBalances(engine.db, clock);
	const fallsOf = async (clientId: string) =>
		(await waitingAlerts(engine.db.read, "mail_waits", 1000))
			.filter((fall) => fall.client_id === clientId)
			.map(({ units, limit_units }) => [units, limit_units])
			// Those of the same millisecond are in no particular order.
			.sort(([one = 0], [other = 0]) => one - other);

	test("a balance that falls below the mark is noted once, however often it is checked", async () => {
		const client = await markedClient();
		await charge(client, 50);
		await look();
		expect(await fallsOf(client)).toEqual([]);
		await Promise.all(Array.from({ length: 20 }, () => charge(client, 1)));
		const noted = await Promise.all(
			Array.from({ length: 8 }, () => engine.db.write(noteLowBalance, { clientId: client, nowMs: AT_MS })),
		);
		expect(noted.filter((isNew) => isNew)).toHaveLength(1);
		await look();
		await charge(client, 5);
		await look();
		expect(await fallsOf(client)).toEqual([[30, 50]]);
	});

	test("it is noted again only after it was raised to the mark in between", async () => {
		const client = await markedClient();
		await charge(client, 60);
		await look();
		await grant(client, 5);
		await charge(client, 5);
		await look();
		expect(await fallsOf(client)).toEqual([[40, 50]]);
		await grant(client, 10);
		await charge(client, 1);
		await look();
		expect(await fallsOf(client)).toEqual([
			[40, 50],
			[49, 50],
		]);
	});

	test("a fall that was made up for before any check is still noted, each time", async () => {
		const client = await markedClient();
		for (let time = 0; time < 3; time++) {
			await charge(client, 60);
			await grant(client, 60);
		}
		expect(await fallsOf(client)).toEqual([
			[40, 50],
			[40, 50],
			[40, 50],
		]);
	});

	test("credits taken back count as a fall", async () => {
		const client = await markedClient();
		await grant(client, -70);
		await look();
		expect(await fallsOf(client)).toEqual([[30, 50]]);
	});

	test("nothing is noted for a client without a mark or a revoked client", async () => {
		const client = await markedClient();
		await setMark(client, null);
		await charge(client, 100);
		const revoked = await markedClient();
		await charge(revoked, 100);
		await engine.db.write(revokeClient, { clientId: revoked, nowMs: AT_MS });
		await look();
		expect([await fallsOf(client), await fallsOf(revoked)]).toEqual([[], []]);
	});
});
