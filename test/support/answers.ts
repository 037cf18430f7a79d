import { expect } from "vitest";
import { type ErrorCode, errorCatalogue } from "../../src/errors.ts";
import type { Answer } from "./service.ts";

/** Checks that an answer is this error in the shape of SPEC 2.11, and that it was free of charge. */
export function expectError(answer: Answer, code: ErrorCode, details: object = {}): void {
	expect([answer.status, answer.body?.error]).toEqual([errorCatalogue[code].status, code]);
	expect(answer.body).toEqual({
		error: code,
		message: expect.stringMatching(/\w/),
		request_id: answer.headers.get("x-request-id"),
		...details,
	});
	expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
	expect(answer.headers.get("x-credits-debited")).toBe("0");
}
