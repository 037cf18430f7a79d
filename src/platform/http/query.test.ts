import fc from "fast-check";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { HttpError } from "./http-error.ts";
import { parseDate, parseTime, readQuery } from "./query.ts";

const schema = Type.Object({
	page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
	per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
	has_front: Type.Optional(Type.Boolean()),
	include: Type.Optional(Type.Array(Type.Enum(["info", "images"]))),
	search: Type.Optional(Type.String({ maxLength: 5 })),
	from: Type.Optional(Type.String({ format: "date" })),
	updated_since: Type.Optional(Type.String({ format: "date-time" })),
	granularity: Type.Optional(Type.Enum(["hour", "day"])),
});
const read = (raw: Record<string, string | string[]>) => readQuery(schema, raw);

/** The message of a refusal; fails if there is none or it is not a 400. */
function refusal(raw: Record<string, string | string[]>): string {
	try {
		read(raw);
	} catch (error) {
		expect(error).toBeInstanceOf(HttpError);
		expect((error as HttpError).status).toBe(400);
		expect((error as HttpError).code).toBe("bad_request");
		return (error as HttpError).message;
	}
	throw new Error(`not refused: ${JSON.stringify(raw)}`);
}

describe("parameters", () => {
	test("that are missing take their default or stay absent", () => {
		expect(read({})).toEqual({ page: 1, per_page: 50 });
	});

	test("that are unknown are ignored, even if every object has such a property", () => {
		expect(read({ unknown: "1", constructor: "x", toString: ["a", "b"] })).toEqual({ page: 1, per_page: 50 });
	});

	test("that are known are rejected if given twice", () => {
		expect(refusal({ page: ["1", "1"] })).toMatch(/page is given more than once/);
		expect(read({ other: ["1", "2"] })).toEqual({ page: 1, per_page: 50 });
	});

	test("that are required are reported if missing", () => {
		const required = Type.Object({ variant: Type.Enum(["front"]) });
		expect(() => readQuery(required, {})).toThrow(/variant is required/);
		const filledIn = Type.Object({ variant: Type.Enum(["front"], { default: "front" }) });
		expect(readQuery(filledIn, {})).toEqual({ variant: "front" });
	});

	test("are never read from the prototype", () => {
		expect(readQuery(schema, Object.create({ page: "7" }))).toEqual({ page: 1, per_page: 50 });
	});
});

describe("integers", () => {
	test("are read within their range, otherwise rejected, never clamped", () => {
		fc.assert(
			fc.property(fc.integer({ min: -1000, max: 2000 }), (value) => {
				const raw = { per_page: String(value) };
				if (value >= 1 && value <= 500) expect(read(raw).per_page).toBe(value);
				else expect(refusal(raw)).toMatch(/per_page must be a whole number of at least 1 and at most 500/);
			}),
		);
	});

	test.each(["", " 1", "1 ", "+1", "1.0", "1e2", "0x1", "٣", "1".repeat(16), "NaN", "Infinity", "null"])(
		"rejects %j",
		(text) => {
			expect(refusal({ page: text })).toMatch(/^page must be/);
		},
	);
});

describe("booleans", () => {
	test.each([
		["true", true],
		["1", true],
		["false", false],
		["0", false],
	])("%s is %s", (text, value) => {
		expect(read({ has_front: text }).has_front).toBe(value);
	});

	test.each(["", "TRUE", "yes", "2", "on", "01"])("rejects %j", (text) => {
		expect(refusal({ has_front: text })).toMatch(/has_front must be true, false, 1 or 0/);
	});
});

describe("comma lists", () => {
	test("are trimmed and deduplicated", () => {
		expect(read({ include: " info ,images,info" }).include).toEqual(["info", "images"]);
	});

	test.each(["", " ", ",", "info,", ",info", "info,,images"])("%j has an empty item", (text) => {
		expect(refusal({ include: text })).toMatch(/include has an empty item/);
	});

	test.each(["Info", "infos", "info;images", "info images"])("%j is none of the choices", (text) => {
		expect(refusal({ include: text })).toMatch(/include must be one of info, images/);
	});

	test("accept known items in any order and number, each once", () => {
		const items = fc.array(fc.constantFrom("info", "images"), { minLength: 1 });
		fc.assert(
			fc.property(items, (list) => {
				expect(read({ include: list.join(" , ") }).include).toEqual([...new Set(list)]);
			}),
		);
	});
});

test("accepts text up to its maximum length, no longer", () => {
	expect(read({ search: "12345" }).search).toBe("12345");
	expect(refusal({ search: "123456" })).toMatch(/search may have at most 5 characters/);
});

test("accepts only the listed choices", () => {
	expect(read({ granularity: "hour" }).granularity).toBe("hour");
	expect(refusal({ granularity: "week" })).toMatch(/granularity must be one of hour, day/);
});

test("any input is either read or rejected with bad_request", () => {
	const names = fc.constantFrom(...Object.keys(schema.properties), "__proto__", "other");
	const short = { maxLength: 12 };
	const values = fc.oneof(
		fc.string(short),
		fc.string({ unit: fc.constantFrom(..."\u0000\ud800éא٣%,+- 01TZ:"), ...short }),
		fc.array(fc.string(short), short),
	);
	fc.assert(
		fc.property(fc.dictionary(names, values, { maxKeys: 4 }), (raw) => {
			try {
				read(raw as Record<string, string>);
			} catch (error) {
				expect((error as HttpError).code).toBe("bad_request");
			}
		}),
	);
});

const days = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });

describe("dates", () => {
	test("every day of the calendar is read as its UTC midnight", () => {
		fc.assert(
			fc.property(days, (date) => {
				const text = date.toISOString().slice(0, 10);
				expect(parseDate(text)).toBe(Date.parse(`${text}T00:00:00Z`));
				expect(parseTime(text)).toBe(parseDate(text));
			}),
		);
	});

	test.each([
		"2026-02-29",
		"2026-13-01",
		"2026-00-10",
		"2026-1-1",
		"20260101",
		"01.01.2026",
		"2026-01-01 ",
		"",
	])("rejects %j", (text) => {
		expect(parseDate(text)).toBeUndefined();
		expect(refusal({ from: text })).toMatch(/from must be a date, YYYY-MM-DD/);
	});

	test("a date-time is not a date", () => {
		expect(refusal({ from: "2026-01-01T00:00:00Z" })).toMatch(/must be a date/);
	});
});

describe("date-times", () => {
	test("an ISO string printed by JavaScript is read back to the millisecond", () => {
		fc.assert(fc.property(days, (date) => parseTime(date.toISOString()) === date.getTime()));
	});

	test.each([
		["2026-01-31T08:00:00Z", "2026-01-31T08:00:00Z"],
		["2026-01-31T08:00:00z", "2026-01-31T08:00:00Z"],
		["2026-01-31t08:00Z", "2026-01-31T08:00:00Z"],
		["2026-01-31 08:00:00", "2026-01-31T08:00:00Z"],
		["2026-01-31T08:00:00", "2026-01-31T08:00:00Z"],
		["2026-01-31T08:00:00.123456789Z", "2026-01-31T08:00:00.123Z"],
		["2026-01-31T08:00:00.5Z", "2026-01-31T08:00:00.500Z"],
		["2026-01-31T08:00:00+02:00", "2026-01-31T06:00:00Z"],
		["2026-01-31T08:00:00 02:00", "2026-01-31T06:00:00Z"],
		["2026-01-31T08:00:00+0200", "2026-01-31T06:00:00Z"],
		["2026-01-31T08:00:00-04:00", "2026-01-31T12:00:00Z"],
	])("%s is %s", (text, same) => {
		expect(parseTime(text)).toBe(Date.parse(same));
		expect(read({ updated_since: text }).updated_since).toBe(text);
	});

	test.each([
		"2026-02-30T08:00:00Z",
		"2026-01-31T25:00:00Z",
		"2026-01-31T08:60:00Z",
		"2026-01-31T08:00:61Z",
		"2026-01-31T08Z",
		"2026-01-31T08:00:00+2",
		"2026-01-31T08:00:00+99:00",
		"2026-01-31T08:00:00 UTC",
		"yesterday",
		"1767225600",
		"",
	])("rejects %j", (text) => {
		expect(parseTime(text)).toBeUndefined();
		expect(refusal({ updated_since: text })).toMatch(/updated_since must be a date or a date-time/);
	});
});
