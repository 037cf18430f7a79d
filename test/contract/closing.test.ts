import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../support/service.ts";

const CALLERS = 60;

test("whoever asks on an open connection just as the server closes is answered as ever, or cut off, but not refused", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const { hostname, port } = new URL(packshot.origin);
	const answers: string[] = [];
	const callers: Socket[] = [];
	for (let number = 0; number < CALLERS; number++) {
		const caller = connect(Number(port), hostname);
		caller.on("error", () => undefined).setEncoding("utf8");
		caller.on("data", (text) => answers.push(String(text).split("\r\n")[0] ?? ""));
		await once(caller, "connect");
		callers.push(caller);
	}
	const ask = (caller: Socket) => caller.write("GET /api/v1/pricing HTTP/1.1\r\nHost: x\r\n\r\n");
	// One is being answered when the server begins to close, the others ask in the turns that follow.
	const [first, ...others] = callers;
	if (first) ask(first);
	const closed = packshot.app.close();
	for (const caller of others) {
		ask(caller);
		await nextTurn();
	}
	await closed;
	const statuses = answers.filter((line) => line.startsWith("HTTP/1.1")).map((line) => line.split(" ")[1]);
	expect(statuses.length).toBeGreaterThan(0);
	expect(statuses.filter((status) => status === "503")).toEqual([]);
});
