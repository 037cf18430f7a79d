import { expect, test } from "vitest";
import { changeOf, fieldProblems, type PolicyFields } from "./policy-form.ts";

const before: PolicyFields = {
	client_name: "Shop",
	owner_email: "",
	tier: "standard",
	requests_per_minute: "60",
	requests_per_day: "",
	expires_at: "",
	allow_ip: [],
	locks: ["info"],
	barcode_prefixes: [],
	brands: [],
	departments: [],
	url_ttl_seconds: "",
	multi_use_urls: false,
	watermark: "required",
};

test("only changed fields are sent, in the format that the service expects", () => {
	expect(changeOf(before, before)).toEqual({});
	const after = {
		...before,
		owner_email: " boss@example.com ",
		requests_per_minute: "",
		requests_per_day: "500",
		expires_at: "2031-01-31",
		locks: [],
		multi_use_urls: true,
	};
	expect(changeOf(before, after)).toEqual({
		owner_email: "boss@example.com",
		requests_per_minute: null,
		requests_per_day: 500,
		expires_at: "2031-01-31T00:00:00Z",
		locks: [],
		multi_use_urls: true,
	});
	expect(changeOf({ ...before, owner_email: "a@b.c" }, before)).toEqual({ owner_email: null });
});

test("numbers are positive integers within their limits, or left empty", () => {
	const { requests_per_minute: problem } = fieldProblems;
	expect(problem("")).toBeNull();
	expect(problem("7")).toBeNull();
	expect(problem("0")).not.toBeNull();
	expect(problem("1.5")).not.toBeNull();
	expect(fieldProblems.url_ttl_seconds("604801")).not.toBeNull();
});
