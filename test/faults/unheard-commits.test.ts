import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { settle } from "../../src/billing/ledger/settle.ts";
import { approveTopUp, requestTopUp } from "../../src/billing/pages/top-ups/changes.ts";
import { addClient } from "../../src/cli/client.ts";
import { addCredits } from "../../src/cli/credits.ts";
import { changeClient, giveCredits, rotateKey } from "../../src/clients/pages/changes.ts";
import { placeOrder } from "../../src/orders/buy/place-order.ts";
import { placeOwnOrder } from "../../src/orders/pages/orders/changes.ts";
import { runCommands } from "../support/command-line.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { startTwoNodes, type TwoNodes } from "../support/nodes.ts";
import { newPerson, separateKey } from "../support/portal.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../support/postgres-server.ts";
import { openRelay, type Relay } from "../support/relay.ts";
import type { TestClient } from "../support/service.ts";
import { isLong } from "../support/thoroughness.ts";

/**
 * Everything that moves money, with the answer to its commit lost between PostgreSQL and the service: the caller hears of the success all the same
 * (SPEC D39), whether or not the database crashes at that moment, and nothing is charged, given or recorded twice.
 */

const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: no answer to a commit is lost");

const COMMIT = "insert into commit_receipt";
const SINGLE_STATEMENT = "with recursive member";
const AWAY_MS = 500;
const BARCODE = "4011";
const KEY = "a-key-of-twenty-chars";

type Person = Awaited<ReturnType<typeof newPerson>>;
interface Caller {
	readonly client: TestClient;
	readonly person: Person;
	/** A key of the person, with 100 credits. */
	readonly path: { readonly client_id: string };
}

interface Way {
	readonly name: string;
	readonly command: { readonly name: string };
	/** What the lost message contains; by default, that it is the commit of a transaction. */
	readonly lost?: string;
	/** @returns whether the caller heard of a success. */
	act(caller: Caller): Promise<boolean>;
	/** By how much it changes the balance of the client or of the key, in units. */
	readonly units: number;
}

describe.skipIf(!programs)("a commit whose answer is lost", () => {
	let server: PostgresServer;
	let relay: Relay;
	/** That of commands, with nothing else on it. */
	let relayOfCommands: Relay;
	let two: TwoNodes;
	let administrator: Person;
	beforeAll(async () => {
		server = await startPostgres(programs ?? "");
		relay = await openRelay(server.url);
		relayOfCommands = await openRelay(server.url);
		two = await startTwoNodes({
			server: relay.url,
			settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" },
		});
		administrator = await newPerson(two.nodes[0], { isAdministrator: true });
		await two.nodes[0].product({ barcode: BARCODE, info: { brand: "Golden Sheaf" } });
	});
	afterAll(async () => {
		await two.close();
		await relay.close();
		await relayOfCommands.close();
		await server.remove();
	});
	beforeEach(() => two.clock.advance(60_000));

	const ask = (client: TestClient, route: string, options: object = {}) =>
		two.nodes[0].call(route, { client, ...options });
	const order = { items: [{ barcode: BARCODE, include: ["info"] }] };
	const withKey = { headers: { "Idempotency-Key": KEY } };
	const command = (...words: string[]) => {
		const url = new URL(two.environment.PACKSHOT_DATABASE_URL ?? "");
		url.host = new URL(relayOfCommands.url).host;
		return runCommands([addCredits, addClient], words, {
			...two.environment,
			PACKSHOT_DATABASE_URL: url.href,
		});
	};
	const commandLines = [
		{
			name: "credits grant",
			words: async ({ path }: Caller) => ["credits", "grant", path.client_id, "5"],
			units: 50_000,
		},
		{
			name: "client update --balance",
			words: async ({ client, path }: Caller) => {
				const { body } = await ask(client, "/balance");
				return ["client", "update", path.client_id, "--balance", body.balance_id];
			},
			units: 0,
		},
	];

	const ways: readonly Way[] = [
		{
			name: "a read",
			command: settle,
			lost: SINGLE_STATEMENT,
			act: async ({ client }) => (await ask(client, `/products/${BARCODE}?include=info`)).status === 200,
			units: -1000,
		},
		{
			name: "a read that costs nothing",
			command: settle,
			lost: SINGLE_STATEMENT,
			act: async ({ client }) => (await ask(client, `/products/${BARCODE}?include=nutrition`)).status === 200,
			units: 0,
		},
		{
			name: "a bulk check with a key",
			command: settle,
			act: async ({ client }) =>
				(await ask(client, "/products/bulk-check", { json: { barcodes: [BARCODE] }, ...withKey })).status ===
				200,
			units: -100,
		},
		{
			name: "an order",
			command: placeOrder,
			act: async ({ client }) => (await ask(client, "/orders", { json: order })).status === 201,
			units: -1000,
		},
		{
			name: "an order with a key",
			command: placeOrder,
			act: async ({ client }) => (await ask(client, "/orders", { json: order, ...withKey })).status === 201,
			units: -1000,
		},
		{
			name: "an order in the pages",
			command: placeOwnOrder,
			act: async ({ person, path }) =>
				(
					await person.ask("POST /keys/{client_id}/orders", {
						path,
						body: { ...order, idempotency_key: KEY },
					})
				).status === 201,
			units: -1000,
		},
		{
			name: "credits given in the pages",
			command: giveCredits,
			act: async ({ path }) =>
				(
					await administrator.ask("POST /keys/{client_id}/credits", {
						path,
						body: { credits: 5, note: "Paid." },
					})
				).status === 200,
			units: 50_000,
		},
		{
			name: "an approved top-up",
			command: approveTopUp,
			async act({ person, path }) {
				const { body } = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 5 } });
				const asked = { path: { top_up_id: body.top_up_id }, body: {} };
				return (await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", asked)).status === 200;
			},
			units: 50_000,
		},
		{
			name: "a top-up that is asked for",
			command: requestTopUp,
			act: async ({ person, path }) =>
				(await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 5 } })).body
					.top_up_id !== undefined,
			units: 0,
		},
		{
			name: "a key whose secret is made anew",
			command: rotateKey,
			act: async ({ person, path }) =>
				(await person.ask("POST /keys/{client_id}/rotate", { path, body: { confirm: "A shop" } })).body
					.api_key !== undefined,
			units: 0,
		},
		{
			name: "a key that leaves its balance and takes what it holds along",
			command: changeClient,
			async act({ person, path }) {
				const { body } = await person.ask("GET /keys");
				const to = { path, body: { balance: body.account.balance_id } };
				return (await person.ask("PATCH /keys/{client_id}", to)).status === 200;
			},
			units: 0,
		},
		{
			name: "a client that an administrator moves with credits",
			command: changeClient,
			async act({ client, path }) {
				const { body } = await ask(client, "/balance");
				const change = { path, body: { balance: body.balance_id } };
				return (await administrator.ask("PATCH /keys/{client_id}", change)).status === 200;
			},
			units: 0,
		},
	];

	// Restarting the server takes long, so crashes are left to long runs; database-outage.test.ts stops servers in the gate.
	const places: readonly ("on the network" | "in a crash")[] = isLong
		? ["on the network", "in a crash"]
		: ["on the network"];
	describe.each(places)("%s", (where) => {
		test.each(ways)("is found: $name", async ({ command, lost = COMMIT, act, units }) => {
			const caller = await someCaller();
			const before = await heldBy(caller);
			const told = whenWritten(command, (write) => {
				const cut = relay.cutAt(lost, "answered");
				return { outcome: write(), told: cut };
			});
			const acted = act(caller);
			await told;
			if (where === "in a crash") await crash();
			expect(await acted).toBe(true);
			expect((await heldBy(caller)) - before).toBe(units);
			await expectRecordedOnce(caller);
		});

		test.each(commandLines)("is found on the command line: $name", async ({ words, units }) => {
			const caller = await someCaller();
			const before = await heldBy(caller);
			const lost = relayOfCommands.cutAt(COMMIT, "answered");
			const acted = command(...(await words(caller)));
			await lost;
			if (where === "in a crash") await crash();
			expect(await acted).toMatchObject({ code: 0, stderr: "" });
			expect((await heldBy(caller)) - before).toBe(units);
			await expectRecordedOnce(caller);
		});
	});

	test.each(ways)(
		"is not taken for a failure if the database is away right after it: $name",
		async ({ command, act, units }) => {
			const caller = await someCaller();
			const before = await heldBy(caller);
			const told = whenWritten(command, (write) => {
				const outcome = write().finally(() => relay.down(true));
				return { outcome, told: outcome };
			});
			const acted = act(caller);
			await told;
			const back = sleep(AWAY_MS).then(() => relay.down(false));
			expect(await acted).toBe(true);
			await back;
			expect((await heldBy(caller)) - before).toBe(units);
		},
	);

	/** A client and a key with 100 credits each. */
	async function someCaller(): Promise<Caller> {
		const client = await two.nodes[0].client();
		await client.token();
		const person = await newPerson(two.nodes[0]);
		const { clientId } = await separateKey(person);
		const path = { client_id: clientId };
		await administrator.ask("POST /keys/{client_id}/credits", {
			path,
			body: { credits: 100, note: "Paid." },
		});
		return { client, person, path };
	}

	/** Intervenes in the next write by a command. */
	function whenWritten(
		{ name }: { readonly name: string },
		intervene: (write: () => Promise<unknown>) => { outcome: Promise<unknown>; told: Promise<unknown> },
	): Promise<unknown> {
		const { db } = two.nodes[0].installation;
		const { write } = db;
		return new Promise((resolve) => {
			vi.spyOn(db, "write").mockImplementation((given, input) => {
				if (given.name !== name) return write(given, input);
				vi.mocked(db.write).mockRestore();
				const { outcome, told } = intervene(() => write(given, input));
				resolve(told);
				return outcome as never;
			});
		});
	}

	async function crash(): Promise<void> {
		for (const each of [relay, relayOfCommands]) each.down(true);
		await server.crash();
		await server.start();
		for (const each of [relay, relayOfCommands]) each.down(false);
	}

	/** What all balances of the caller hold together, as the other node sees it. */
	async function heldBy({ client, person, path }: Caller): Promise<number> {
		const { read } = two.nodes[1].installation.db;
		const { body } = await person.ask("GET /keys");
		const rows = await read
			.selectFrom("balance_member")
			.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
			.select(["balance.balance_key", "units"])
			.where("client_id", "in", [client.clientId, path.client_id, body.account.client_id])
			.execute();
		const balances = new Map(rows.map(({ balance_key, units }) => [balance_key, units]));
		return [...balances.values()].reduce((sum, units) => sum + units, 0);
	}

	async function expectRecordedOnce({ client, path }: Caller): Promise<void> {
		const { read } = two.nodes[1].installation.db;
		const audit = await read
			.selectFrom("audit")
			.select("request_id")
			.where("client_id", "in", [client.clientId, path.client_id])
			.execute();
		expect(new Set(audit.map(({ request_id }) => request_id)).size).toBe(audit.length);
		for (const balance of [client.clientId, path.client_id]) {
			verifiedBalance(
				await read
					.selectFrom("ledger")
					.selectAll()
					.where("balance_key", "=", balance)
					.orderBy("seq")
					.execute(),
			);
		}
	}
});
