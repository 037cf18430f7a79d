import { expect, test } from "vitest";
import { BlobMissing, BlobUnavailable } from "../blobs/blob-store.ts";
import { StorageUnavailable } from "../db/database.ts";
import { badRequest, commonErrors } from "./http-error.ts";
import { asHttpError, errorBody } from "./render-error.ts";

const framework = (statusCode: number, code: string) =>
	Object.assign(new Error("inner detail"), { statusCode, code });

test.each([
	["a storage failure", new StorageUnavailable("disk full at /data"), 503, "service_unavailable", true],
	["an image store failure", new BlobUnavailable("EIO /data/blobs"), 502, "upstream_error", true],
	["a lost file", new BlobMissing("/data/blobs/x"), 502, "upstream_error", true],
	["an unexpected error", new TypeError("x is not a function"), 500, "internal_error", true],
	["a thrown value that is not an error", "a text", 500, "internal_error", true],
	["a body that is too long", framework(413, "FST_ERR_CTP_BODY_TOO_LARGE"), 413, "bad_request", false],
	["a request error from the framework", framework(400, "FST_ERR_ANY"), 400, "bad_request", false],
	["an internal error from the framework", framework(500, "FST_ERR_ANY"), 500, "internal_error", true],
])("%s is rendered as documented and reveals nothing", (_what, fault, status, code, worthRetrying) => {
	const answer = asHttpError(fault, commonErrors);
	expect([answer.status, answer.code]).toEqual([status, code]);
	expect(answer.retryAfterSeconds !== undefined).toBe(worthRetrying);
	expect(answer.message).not.toMatch(/detail|data|function|text/);
});

test("an error from the catalogue is passed through unchanged", () => {
	const error = badRequest("page is given more than once.");
	expect(asHttpError(error, commonErrors)).toBe(error);
});

test("an error body has the three members of SPEC 2.11, plus those an error adds", () => {
	expect(errorBody(commonErrors.not_found(), "req_1")).toEqual({
		error: "not_found",
		message: "Not found.",
		request_id: "req_1",
	});
	const failed = commonErrors.service_unavailable({ details: { checks: { database: "failed" } } });
	expect(errorBody(failed, "req_1")).toMatchObject({ checks: { database: "failed" } });
});

test("an error missing from the catalogue becomes a 500 that reveals nothing", () => {
	const { upstream_error: _, ...catalogue } = commonErrors;
	expect(asHttpError(new BlobUnavailable("EIO"), catalogue)).toMatchObject({
		status: 500,
		code: "internal_error",
	});
});
