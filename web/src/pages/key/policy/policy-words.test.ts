import { expect, test } from "vitest";
import type { PolicyFields } from "./policy-form.ts";
import { accessInWords, limitsInWords, picturesInWords, reachInWords } from "./policy-words.ts";

const open: PolicyFields = {
	client_name: "Corner shop",
	owner_email: "",
	tier: "standard",
	requests_per_minute: "",
	requests_per_day: "",
	expires_at: "",
	allow_ip: [],
	locks: [],
	barcode_prefixes: [],
	brands: [],
	departments: [],
	url_ttl_seconds: "",
	multi_use_urls: false,
	watermark: "required",
};
const inForce = { requests_per_minute: 60, requests_per_day: 10_000 };

test("an open policy says that it gives everything", () => {
	expect([
		accessInWords(open),
		reachInWords(open),
		limitsInWords(open, inForce),
		picturesInWords(open),
	]).toEqual([
		"Works from any address and never expires.",
		"Gets all products, with everything known about them.",
		"At most 60 calls a minute and 10,000 a day.",
		"Pictures carry the mark of the Watermark page; each address of a picture works once.",
	]);
});

test("a narrow one says what it takes away, by the names of the pages", () => {
	const narrow: PolicyFields = {
		...open,
		expires_at: "2027-05-03",
		allow_ip: ["203.0.113.7"],
		brands: ["Golden Sheaf", "שדה"],
		barcode_prefixes: ["729", "871", "072", "40"],
		locks: ["ingredients", "nutrition.total_fat", "images.front_clean"],
		requests_per_minute: "1200",
		url_ttl_seconds: "60",
		multi_use_urls: true,
		watermark: "invisible",
	};
	expect([
		accessInWords(narrow),
		reachInWords(narrow),
		limitsInWords(narrow, inForce),
		picturesInWords(narrow),
	]).toEqual([
		"Works from one address only, until 3 May 2027.",
		"Gets only products with barcodes that start with 729, 871 or 2 more, of Golden Sheaf or שדה, without Ingredients, Nutrition: Total fat and Pictures: Front, cut out.",
		"At most 1,200 calls a minute and 10,000 a day.",
		"Pictures carry only the mark that cannot be seen; each address of a picture works until it expires, after 60 seconds.",
	]);
});
