import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { MAIN } from "./built-server.ts";
import { verifiedBalance } from "./ledger.ts";
import type { TestClient, TestService } from "./service.ts";

/** Moves a client by the command line: the even times onto a balance, the odd ones off it with a credit. Most of the commands are killed midway. */
export async function moveAndKill(
	{ clientId }: TestClient,
	{ balanceId, round }: { readonly balanceId: string; readonly round: number },
	environment: Record<string, string>,
): Promise<void> {
	const to = round % 2 === 0 ? [balanceId] : ["own", "--credits", "1"];
	const moved = spawn(process.execPath, [MAIN, "client", "update", clientId, "--balance", ...to], {
		env: { ...process.env, ...environment },
	});
	const gone = once(moved, "exit");
	if (round % 4 !== 0) {
		// Late enough that about half of them have moved the client.
		await Promise.race([gone, sleep(300 + Math.random() * 700)]);
		moved.kill("SIGKILL");
	}
	await gone;
}

/** Two clients began with this much together, and their ledgers still add up to that less what was charged. */
export async function expectNothingLost(
	service: TestService,
	clients: readonly TestClient[],
	{ grantedUnits, acknowledged }: { readonly grantedUnits: number; readonly acknowledged: readonly string[] },
): Promise<void> {
	const ledgers = await Promise.all(clients.map((each) => service.ledger(each)));
	const rows = ledgers.flat();
	const held = ledgers.reduce((sum, ledger) => sum + verifiedBalance(ledger), 0);
	const charged = rows.filter(({ kind }) => kind === "charge");
	expect(held).toBe(grantedUnits + charged.reduce((sum, { units }) => sum + units, 0));
	expect(charged.map(({ request_id }) => request_id)).toEqual(expect.arrayContaining([...acknowledged]));
	expect(rows.some(({ kind }) => kind === "transfer")).toBe(true);
	expect((await checkLedger(service.installation.db)).faults).toEqual([]);
}
