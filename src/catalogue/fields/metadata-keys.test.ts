import { expect, test } from "vitest";
import { HttpError } from "../../platform/http/http-error.ts";
import { METADATA_KEYS } from "./fields.ts";
import { metadataKeys } from "./metadata-keys.ts";

function refusal(text: string): HttpError {
	try {
		metadataKeys("has", text);
	} catch (error) {
		if (error instanceof HttpError) return error;
	}
	throw new Error("not refused");
}

test("keys are trimmed and deduplicated", () => {
	expect(metadataKeys("has", " nutrition , info.brand,nutrition")).toEqual(["nutrition", "info.brand"]);
});

test("a missing parameter yields no keys", () => {
	expect(metadataKeys("missing", undefined)).toEqual([]);
});

test("accepts every metadata key", () => {
	for (const key of METADATA_KEYS) expect(metadataKeys("has", key)).toEqual([key]);
});

test.each(["", ",", "nutrition,", ",nutrition", "info, ,nutrition"])(
	"400 for an empty item in %j",
	(text) => {
		expect(refusal(text)).toMatchObject({ status: 400, code: "bad_request" });
	},
);

test.each(["images", "nutritoin", "info.calories", "__proto__", "constructor", "NUTRITION", "info.brand.x"])(
	"422 for %j",
	(text) => {
		expect(refusal(`info,${text}`)).toMatchObject({ status: 422, code: "invalid_metadata_key" });
	},
);

test("the hint names the nearest key and the endpoint that lists all keys", () => {
	expect(refusal("nutritoin").details.hint).toMatch(/\bnutrition\b.*GET \/metadata-fields/);
	expect(refusal("calories").details.hint).toMatch(/\bnutrition\.calories\b/);
	expect(refusal("zzzzzzzzzzzzzz").details.hint).toMatch(/GET \/metadata-fields/);
});
