import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { changeClient } from "../../clients/pages/changes.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { setOwner } from "../../clients/policy/store.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { settle } from "../ledger/settle.ts";
import { chargeOf } from "../prices/charge.ts";
import { noteCapAlerts } from "./cap-alerts.ts";
import type { CapChange } from "./caps.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);
const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	async function capped(change: CapChange): Promise<string> {
		const issuing = { db: engine.db, clock: { now: () => AT_MS }, hashKeys };
		const { clientId } = await issueClient(issuing, { ...defaultPolicy, name: "Capped" }, 10_000);
		await engine.db.write(setOwner, { clientId, ownerId: "acct_1" });
		await changeCaps(clientId, change);
		return clientId;
	}
	const changeCaps = (clientId: string, change: CapChange) =>
		engine.db.write(changeClient, {
			ownedBy: "acct_1",
			clientId,
			caps: change,
			actor: { accountId: "acct_1", address: null, requestId: requestId(AT_MS), atMs: AT_MS },
		});
	const charge = (clientId: string, priceUnits: number, atMs = AT_MS) =>
		engine.db.write(settle, {
			clientId,
			requestId: requestId(atMs),
			atMs,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits }]),
		});
	const note = (nowMs = AT_MS) => noteCapAlerts(engine.db, { now: () => nowMs });
	async function recorded(clientId: string) {
		const rows = await engine.db.read
			.selectFrom("spending_alert")
			.selectAll()
			.where("client_id", "=", clientId)
			.orderBy("start")
			.orderBy("limit_units")
			.orderBy("percent")
			.execute();
		return rows.map(({ kind, limit_units, percent, mail_waits }) => [kind, limit_units, percent, mail_waits]);
	}

	test("of 200 parallel charges beside several lookers each share is recorded once, and is to be mailed once", async () => {
		const clientId = await capped({ dailyCapUnits: 100 });
		const looking = Array.from({ length: 6 }, async () => {
			for (let round = 0; round < 15; round++) await note();
		});
		await Promise.all([...looking, ...Array.from({ length: 200 }, () => charge(clientId, 1))]);
		await Promise.all([note(), note(), note()]);
		const rows = await recorded(clientId);
		expect(rows.map(([, , percent]) => percent)).toEqual([50, 80, 100]);
		expect(rows.at(-1)).toEqual(["day", 100, 100, 1]);
	});

	test("one unit below a share is silent, a leap is mailed as the highest share, and the next day starts over", async () => {
		const clientId = await capped({ dailyCapUnits: 100 });
		await charge(clientId, 49);
		await note();
		expect(await recorded(clientId)).toEqual([]);
		await charge(clientId, 31);
		await note();
		expect(await recorded(clientId)).toEqual([
			["day", 100, 50, 0],
			["day", 100, 80, 1],
		]);
		await charge(clientId, 50, AT_MS + DAY_MS);
		await note(AT_MS + DAY_MS);
		expect((await recorded(clientId)).at(-1)).toEqual(["day", 100, 50, 1]);
	});

	test("months have shares of their own, and a changed cap tells nobody of what is spent by then", async () => {
		const clientId = await capped({ monthlyCapUnits: 1000, dailyCapUnits: 600 });
		await charge(clientId, 500);
		await note();
		expect(await recorded(clientId)).toEqual(
			[
				["month", 1000, 50, 1],
				["day", 600, 50, 0],
				["day", 600, 80, 1],
			].sort((one, other) => Number(one[1] === 600) - Number(other[1] === 600)),
		);
		await changeCaps(clientId, { monthlyCapUnits: 900 });
		await note();
		expect((await recorded(clientId)).filter(([, cap]) => cap === 900)).toEqual([["month", 900, 50, 0]]);
		await charge(clientId, 100);
		await changeCaps(clientId, { monthlyCapUnits: null });
		await note();
		expect((await recorded(clientId)).filter(([span]) => span === "month")).toHaveLength(2);
	});
});
