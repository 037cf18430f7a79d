import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { testClock, unmovedClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { startWebhooks } from "./start.ts";
import { heldAnswer, keys, loopback, webhooksOn } from "./webhooks.fixture.ts";

const SLOW = 300;

/** Receives for many clients, and answers no request whose path begins with `/slow` until it is released. */
async function startReceiver() {
	const arrived: string[] = [];
	const held = new Set<ServerResponse>();
	const figures = { ended: 0 };
	const server = createServer((request, response) => {
		arrived.push(request.url ?? "");
		if (!request.url?.startsWith("/slow")) return void response.writeHead(204).end();
		held.add(response);
		response.once("close", () => {
			held.delete(response);
			figures.ended++;
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: (path: string) => `http://127.0.0.1:${port}${path}`,
		/** How many messages have arrived whose path begins with this. */
		count: (path: string) => arrived.filter((each) => each.startsWith(path)).length,
		/** Requests that ended, whether they were answered or given up. */
		ended: () => figures.ended,
		release() {
			for (const response of held) response.writeHead(204).end();
		},
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

describe.each(engines)("on $name, 300 endpoints that do not answer", ({ open }) => {
	async function setUp() {
		const { db, close } = await open();
		const receiver = await startReceiver();
		const clock = unmovedClock();
		const faults: unknown[] = [];
		const stop = startWebhooks({
			db,
			clock,
			secrets: { cursorKeys: keys, sealKeys: keys },
			rules: { allow: loopback },
			log: { switchedOff: () => undefined, fault: (fault) => faults.push(fault) },
		});
		onTestFinished(async () => {
			receiver.release();
			await stop();
			receiver.close();
			await close();
			expect(faults).toEqual([]);
		});
		return { receiver, ...webhooksOn(db, clock) };
	}

	test.each([
		["one account", () => "acc_1"],
		["ten accounts", (place: number) => `acc_${place % 10}`],
		["clients without an owner", () => null],
	])("of %s delay nobody else's messages", async (_whose, ownerOf) => {
		const { receiver, client, set, change } = await setUp();
		for (let place = 0; place < SLOW; place++) {
			await set(await client({}, ownerOf(place)), receiver.url(`/slow/${place}`));
		}
		await change({ barcode: "4011", info: { brand: "A" } });
		await expect.poll(() => receiver.count("/slow"), { interval: 20 }).toBeGreaterThan(0);
		for (const name of ["first", "second"]) {
			await set(await client(), receiver.url(`/quick/${name}`));
			await change({ barcode: "4011", info: { brand: name } });
			await expect.poll(() => receiver.count(`/quick/${name}`), { interval: 20 }).toBeGreaterThan(0);
		}
		// None of them had to give its place up first.
		expect(receiver.ended()).toBe(0);
	});
});

describe.each(engines)("on $name", ({ open }) => {
	test("endpoints that took longer than 2 s have fewer slots for an hour, even if set again", async () => {
		const clock = testClock();
		const { db, close } = await open(clock);
		onTestFinished(close);
		const { change, set, client, node } = webhooksOn(db, clock);
		vi.useFakeTimers({ toFake: ["performance"] });
		onTestFinished(() => void vi.useRealTimers());
		const slow = await Promise.all(Array.from({ length: 200 }, () => client()));
		for (const clientId of slow) await set(clientId);
		let held = heldAnswer();
		const { sender, sent } = node(() => held.answer);
		/** How many are sent to at once, before any of them answers. */
		const begun = async () => {
			sent.length = 0;
			held = heldAnswer();
			await change({ barcode: "1001", info: { brand: String(clock.now()) } });
			await sender.round();
			return sent.length;
		};
		const answered = async () => {
			held.release();
			await sender.idle();
		};
		expect(await begun()).toBe(200);
		vi.advanceTimersByTime(2001);
		await answered();
		clock.advance(3_597_000);
		for (const clientId of slow) await set(clientId);
		expect(await begun()).toBe(128);
		await answered();
		clock.advance(2000);
		expect(await begun()).toBe(200);
		await answered();
	});
});
