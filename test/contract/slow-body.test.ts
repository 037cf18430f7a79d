import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "../support/raw-http.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_REQUEST_SECONDS: "1" } });
});
afterAll(() => packshot.close());

test("returns 408 and closes the connection when the body is incomplete at the timeout", async () => {
	const head =
		"POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000";
	const answer = await sendRaw(packshot.origin, `${head}\r\n\r\n{"client_id":`);
	expect([answer.status, answer.body.error]).toEqual([408, "bad_request"]);
	expect(answer.headers.connection).toBe("close");
	expect(answer.headers["x-request-id"]).toBe(answer.body.request_id);
	expect(answer.headers["retry-after"]).toBeUndefined();
});
