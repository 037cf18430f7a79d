import { expect, test } from "vitest";
import { imageRow } from "../../../test/support/image-row.ts";
import { FIELDS } from "../../catalogue/fields/fields.ts";
import { imageMetaEntry } from "./image-meta.ts";

const row = imageRow({
	uploaded_at: Date.UTC(2027, 0, 1, 2, 3, 4, 567),
	ownership: "Studio North",
	uploaded_by: "photographer",
	size_bytes: 251_904,
});

test("describes the delivered file with the fields of the API, in their order", () => {
	expect(imageMetaEntry(row, 0)).toEqual({
		photo_date: "2027-01-01",
		upload_date: "2027-01-01 02:03:04",
		resolution: "800x600",
		ownership: "Studio North",
		uploaded_by: "photographer",
		file_size_bytes: 251_904 + 2081,
		source_batch: "zip_upload",
	});
	expect(Object.keys(imageMetaEntry(row, 0))).toEqual([...FIELDS.image_meta]);
});

test.each([
	[-240, "2026-12-31 22:03:04"],
	[0, "2027-01-01 02:03:04"],
	[330, "2027-01-01 07:33:04"],
])("upload_date at %i minutes from UTC is %s", (offsetMinutes, expected) => {
	expect(imageMetaEntry(row, offsetMinutes).upload_date).toBe(expected);
});

test("an ownership that was never set is left out", () => {
	expect("ownership" in imageMetaEntry({ ...row, ownership: null }, 0)).toBe(false);
});
