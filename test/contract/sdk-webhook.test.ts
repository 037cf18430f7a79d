import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestService } from "../support/service.ts";

/** The webhook of a key, set through the SDK. */

const URL_ = "https://93.184.215.14/hook";
let service: TestService;
beforeAll(async () => {
	service = await startService({ settings: { PACKSHOT_WEBHOOKS: "on" } });
});
afterAll(() => service.close());
beforeEach(() => service.clock.advance(60_000));

test("is set with a secret, shown, tested and removed", async () => {
	const { sdk } = sdkClient(service, await service.client());
	const set = await sdk.webhook.set(URL_);
	expect(set).toMatchObject({ url: URL_, active: true, secret: expect.stringMatching(/^whsec_/) });
	expect((await sdk.webhook.set(URL_)).secret).not.toBe(set.secret);
	const shown = await sdk.webhook.get();
	expect(shown).toMatchObject({ url: URL_, active: true, last_failure: null });
	expect(shown).not.toHaveProperty("secret");
	expect(await sdk.webhook.test()).toMatchObject({ meta: { credits_debited: 0 } });
	expect(await sdk.webhook.remove()).toBeUndefined();
	await expect(sdk.webhook.get()).rejects.toMatchObject({ code: "not_found" });
});

test("is refused at an address that may not be called", async () => {
	const { sdk } = sdkClient(service, await service.client());
	await expect(sdk.webhook.set("https://127.0.0.1/")).rejects.toMatchObject({ code: "bad_request" });
	await expect(sdk.webhook.get()).rejects.toMatchObject({ code: "not_found" });
});
