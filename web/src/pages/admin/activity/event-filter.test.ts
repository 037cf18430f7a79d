import { expect, test } from "vitest";
import { eventFilterOf } from "./event-filter.ts";

test("a URL's filter keeps what the service accepts and drops what it would reject", () => {
	const search = "person=boss&client=%20%20&from=2027-05-01&to=2027-02-30x&request_id=req_1&page=3";
	expect(eventFilterOf(new URLSearchParams(search))).toEqual({
		person: "boss",
		from: "2027-05-01",
		request_id: "req_1",
	});
	expect(eventFilterOf(new URLSearchParams({ address: "x".repeat(61) }))).toEqual({});
});
