import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { KosherAlert } from "../../sdk/src/index.ts";
import { type KosherAlertOptions, onKosherAlert } from "../../sdk/src/kosher-alerts.ts";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { NEVER_MS, sdkClient } from "../support/sdk.ts";
import { startService, type TestService } from "../support/service.ts";

/** Alerts, followed with the SDK. */

let service: TestService;
let barcodes = 40_000_000;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.clock.advance(60_000));
const LONG = { timeout: PATIENCE_MS };
const alerts = alerting(() => service.installation);

async function product(): Promise<string> {
	const barcode = String(++barcodes);
	await service.product({ barcode, hechshers: [{ symbol: "OU" }] });
	return barcode;
}

/** Follows alerts until the test ends. */
async function following(
	options: KosherAlertOptions = {},
	take: (alert: KosherAlert) => unknown = () => undefined,
) {
	const client = await service.client({ requestsPerMinute: 100_000 }, "0");
	const { sdk, sent, loseAnswers } = sdkClient(service, client);
	const stop = new AbortController();
	const taken: KosherAlert[] = [];
	const follow = onKosherAlert(
		sdk,
		async (alert) => {
			taken.push(alert);
			await take(alert);
		},
		{ ...options, signal: stop.signal, timeoutMs: NEVER_MS, totalTimeoutMs: NEVER_MS },
	);
	const ended = follow.catch((reason) => reason);
	onTestFinished(async () => {
		stop.abort(new Error("the test is over"));
		await ended;
	});
	const isListed = vi.waitFor(() => {
		expect(sent.map(({ name }) => name)).toContain("GET /kosher-alerts");
	}, LONG);
	await Promise.race([isListed, ended]);
	return { taken, ended, loseAnswers, stop };
}
const said = (taken: readonly KosherAlert[], ...ids: string[]) =>
	taken.filter(({ alert_id }) => ids.includes(alert_id)).map(({ message, outcome }) => outcome ?? message);

describe("onKosherAlert", () => {
	test("takes each state of an alert once, from now on", async () => {
		const barcode = await product();
		await alerts.publish([barcode], { message: "Before." });
		service.clock.advance(10);
		const { taken } = await following();
		const id = await alerts.publish([barcode], { message: "One." });
		await vi.waitFor(() => expect(said(taken, id)).toEqual(["One."]), LONG);
		service.clock.advance(10);
		await alerts.change(id, { message: "Two." });
		await vi.waitFor(() => expect(said(taken, id)).toEqual(["One.", "Two."]), LONG);
		service.clock.advance(10);
		await alerts.end(id, "mistaken");
		await vi.waitFor(() => expect(said(taken, id)).toEqual(["One.", "Two.", "mistaken"]), LONG);
		expect(taken).toHaveLength(3);
	});

	test("goes on where it was left off, oldest change first", async () => {
		const barcode = await product();
		const ids: string[] = [];
		for (const message of ["A", "B", "C"]) {
			service.clock.advance(10);
			ids.push(await alerts.publish([barcode], { message }));
		}
		const failing = await following({ since: new Date(service.clock.now() - 1000) }, ({ message }) => {
			if (message === "B") throw new Error("disk full");
		});
		expect(await failing.ended).toMatchObject({ message: "disk full" });
		expect(said(failing.taken, ...ids)).toEqual(["A", "B"]);
		const since = failing.taken[0]?.changed_at;
		const again = await following({ since });
		await vi.waitFor(() => expect(said(again.taken, ...ids)).toEqual(["A", "B", "C"]), LONG);
	});

	test("outlasts answers that are lost", async () => {
		const barcode = await product();
		const { taken, loseAnswers } = await following();
		loseAnswers("GET /changes", 3);
		loseAnswers("GET /kosher-alerts", 3);
		const id = await alerts.publish([barcode]);
		await vi.waitFor(() => expect(said(taken, id)).toHaveLength(1), LONG);
	});

	test("ends with the signal's reason, or with a refusal", async () => {
		const { ended, stop } = await following();
		stop.abort(new Error("enough"));
		expect(await ended).toMatchObject({ message: "enough" });
		const client = await service.client({}, "0");
		const { sdk } = sdkClient(service, { ...client, apiKey: "ps_key_wrong" });
		await expect(onKosherAlert(sdk, () => undefined)).rejects.toMatchObject({ code: "invalid_credentials" });
	});

	test("sees an alert whose only product is gone end, too", async () => {
		const barcode = await product();
		const id = await alerts.publish([barcode]);
		await service.installation.db.write(remove, { barcode, variant: null, uploadOffsetMinutes: 0 });
		service.clock.advance(10);
		const { taken } = await following();
		await alerts.end(id, "settled");
		// Anything else that changes ends the wait sooner than it would by itself.
		vi.setSystemTime(Date.now() + 31_000);
		onTestFinished(() => void vi.useRealTimers());
		await product();
		await vi.waitFor(() => expect(said(taken, id)).toEqual(["settled"]), LONG);
	});
});
