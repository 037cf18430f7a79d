import { expect, onTestFinished, test } from "vitest";
import { startService } from "../support/service.ts";

async function service() {
	const started = await startService();
	onTestFinished(() => started.close());
	return started;
}

test("200 tells the balance of the caller, free of charge", async () => {
	const packshot = await service();
	const client = await packshot.client({}, "12.5");
	const answer = await packshot.call("/balance", { client });
	expect(answer.status).toBe(200);
	expect(answer.body).toMatchObject({
		client_id: client.clientId,
		credit_balance: 12.5,
		tier: "standard",
		meta: { credits_debited: 0, credits_remaining: 12.5, request_id: answer.headers.get("x-request-id") },
	});
	expect(await packshot.balance(client)).toBe(125_000);
});

test("401 without a token", async () => {
	const packshot = await service();
	const answer = await packshot.call("/balance");
	expect(answer.status).toBe(401);
	expect(answer.body.error).toBe("unauthenticated");
});
