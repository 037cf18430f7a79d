import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { verifiedBalance } from "./ledger.ts";
import type { TestClient, TestService } from "./service.ts";

/** What paying callers saw while something was broken. */
export interface Payments {
	/** Ids of the requests answered with 200. */
	readonly acknowledged: string[];
	/** Statuses other than 200 and 503: wrong, whatever is broken. */
	readonly wrong: number[];
	/** 5xx answers without a Retry-After header. */
	readonly mute: string[];
	/** Number of 5xx answers. */
	refused: number;
}

export function noPayments(): Payments {
	return { acknowledged: [], wrong: [], mute: [], refused: 0 };
}

/**
 * Repeats one bulk check under one idempotency key until it is answered with 200.
 * @param url the current URL of a server, `…/api/v1`
 * @returns whether it succeeded before `untilMs`
 */
export async function payOnce(
	url: () => string,
	token: string,
	payments: Payments,
	untilMs: number,
): Promise<boolean> {
	const headers = {
		authorization: `Bearer ${token}`,
		"content-type": "application/json",
		"idempotency-key": randomUUID(),
	};
	while (Date.now() < untilMs) {
		if (await check(url(), { method: "POST", headers, body: BODY }, payments)) return true;
		await sleep(20);
	}
	return false;
}

/** Makes one bulk check without an idempotency key and ignores the outcome. */
export async function payBlindly(url: () => string, token: string, payments: Payments): Promise<void> {
	const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
	await check(url(), { method: "POST", headers, body: BODY }, payments);
}

const BODY = JSON.stringify({ barcodes: ["4011", "4012"] });

/** @returns whether the answer was 200. */
async function check(url: string, request: RequestInit, payments: Payments): Promise<boolean> {
	const answer = await fetch(`${url}/products/bulk-check`, request).then(
		async (response) => ({ response, body: (await response.json()) as Charged }),
		() => undefined,
	);
	if (answer?.response.status === 200) {
		payments.acknowledged.push(answer.body.meta.request_id);
		return true;
	}
	if (answer && answer.response.status !== 503) payments.wrong.push(answer.response.status);
	if (answer && answer.response.status >= 500) {
		payments.refused++;
		if (!answer.response.headers.has("retry-after")) payments.mute.push(JSON.stringify(answer.body));
	}
	return false;
}

interface Charged {
	readonly meta: { readonly request_id: string };
}

/**
 * Checks that every acknowledged charge is in the ledger exactly once, and that the balance is the sum. There may be unacknowledged charges: a
 * caller who retries learns of them.
 */
export async function expectPaid(
	packshot: TestService,
	client: TestClient,
	payments: Payments,
): Promise<void> {
	expect(payments.wrong).toEqual([]);
	expect(payments.mute).toEqual([]);
	const ledger = await packshot.ledger(client);
	const charged = ledger.filter(({ kind }) => kind === "charge").map((row) => row.request_id);
	expect(new Set(charged).size).toBe(charged.length);
	const present = new Set(charged);
	expect(payments.acknowledged.filter((id) => !present.has(id))).toEqual([]);
	expect(new Set(payments.acknowledged).size).toBe(payments.acknowledged.length);
	expect(verifiedBalance(ledger)).toBe(await packshot.balance(client));
}
