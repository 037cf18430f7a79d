import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { writeCursor } from "../../platform/cursor.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { readFeedCursor, writeFeedCursor } from "./feed-cursor.ts";

const keys: KeyPair = [randomBytes(32), randomBytes(32)];

test("a feed position survives a round trip through its cursor, even the largest", () => {
	for (const position of [0, 1, 30_412, Number.MAX_SAFE_INTEGER]) {
		const place = { epoch: "epoch", position };
		expect(readFeedCursor(writeFeedCursor(place, keys), keys)).toEqual(place);
	}
});

test("the length of a cursor does not reveal how many changes there were", () => {
	const lengths = [0, 30_412, Number.MAX_SAFE_INTEGER].map(
		(position) => writeFeedCursor({ epoch: "epoch", position }, keys).length,
	);
	expect(new Set(lengths).size).toBe(1);
});

test("a cursor for another purpose or without a position is refused with 400 bad_request", () => {
	const other = writeCursor({ purpose: "products" }, { epoch: "epoch", place: "4011" }, keys);
	const odd = writeCursor({ purpose: "changes" }, { epoch: "epoch", place: "4011x" }, keys);
	for (const text of [other, odd])
		expect(() => readFeedCursor(text, keys)).toThrow(
			expect.objectContaining({
				status: 400,
				code: "bad_request",
				message: expect.stringContaining("was not given for this call"),
			}),
		);
});
