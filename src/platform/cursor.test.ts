import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";
import type { HttpError } from "./http/http-error.ts";
import type { KeyPair } from "./secrets.ts";

const keys: KeyPair = [randomBytes(32), randomBytes(32)];
const kind = { purpose: "things", boundTo: ["client", { search: "07" }] };
const BAD_REQUEST = { code: "bad_request", status: 400 };
const place = { epoch: "e1", place: "0725272730706" };

function refusal(read: () => unknown): HttpError | undefined {
	try {
		read();
		return undefined;
	} catch (fault) {
		return fault as HttpError;
	}
}

describe("a cursor", () => {
	test("round-trips under the current and the previous key", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[\w-]*$/), fc.string(), (epoch, text) => {
				const written = writeCursor(kind, { epoch, place: text.toWellFormed() }, keys);
				expect(readCursor(kind, written, keys)).toEqual({ epoch, place: text.toWellFormed() });
				expect(readCursor(kind, written, [randomBytes(32), keys[0]])).toMatchObject({ epoch });
			}),
		);
	});

	test("is opaque: two for the same place differ, and neither contains it", () => {
		const [one, other] = [writeCursor(kind, place, keys), writeCursor(kind, place, keys)];
		expect(one).not.toBe(other);
		expect(one).toMatch(/^[\w-]+$/);
		expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("0725");
	});

	test.each([
		["another purpose", { ...kind, purpose: "other" }],
		["another client", { ...kind, boundTo: ["another", { search: "07" }] }],
		["another filter", { ...kind, boundTo: ["client", { search: "08" }] }],
		["no client", { purpose: "things" }],
	])("400 bad_request when read for %s", (_, other) => {
		const written = writeCursor(kind, place, keys);
		expect(refusal(() => readCursor(other, written, keys))).toMatchObject(BAD_REQUEST);
	});

	test("400 bad_request when read by another installation", () => {
		const written = writeCursor(kind, place, [randomBytes(32), randomBytes(32)]);
		expect(refusal(() => readCursor(kind, written, keys))).toMatchObject(BAD_REQUEST);
	});

	test("400 bad_request when altered in any bit, truncated or not a cursor at all", () => {
		const written = writeCursor(kind, place, keys);
		const bytes = Buffer.from(written, "base64url");
		fc.assert(
			fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
				const altered = Buffer.from(bytes);
				altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
				expect(refusal(() => readCursor(kind, altered.toString("base64url"), keys))).toMatchObject(
					BAD_REQUEST,
				);
			}),
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.base64String(),
					fc.nat(written.length - 1).map((end) => written.slice(0, end)),
				),
				(text) => {
					expect(refusal(() => readCursor(kind, text, keys))).toMatchObject(BAD_REQUEST);
				},
			),
		);
	});
});
