import { describe, expect, test } from "vitest";
import { SettingError } from "../settings.ts";
import { parseBlobUrl } from "./blob-url.ts";

test.each([
	["s3://pictures", { bucket: "pictures", prefix: "", endpoint: undefined, region: "us-east-1" }],
	["s3://pictures/", { bucket: "pictures", prefix: "", endpoint: undefined, region: "us-east-1" }],
	[
		"s3://my.pictures/packshot/live/?region=eu-central-1",
		{ bucket: "my.pictures", prefix: "packshot/live/", endpoint: undefined, region: "eu-central-1" },
	],
	[
		"s3://pictures/a%20b?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=home",
		{ bucket: "pictures", prefix: "a b/", endpoint: "http://127.0.0.1:9000", region: "home" },
	],
	[
		"s3://pictures?endpoint=https://minio.example:9000",
		{ bucket: "pictures", prefix: "", endpoint: "https://minio.example:9000", region: "us-east-1" },
	],
])("parses %s", (text, place) => {
	expect(parseBlobUrl(text)).toEqual(place);
});

test("takes credentials where it may, whatever is in them, and never repeats them", () => {
	const own = (text: string) => parseBlobUrl(text, "PACKSHOT_BACKUP_URL", { ownCredentials: true });
	expect(own("s3://AKIA:a%2Fb%2Bc%40d@backups/shop?region=home")).toMatchObject({
		bucket: "backups",
		prefix: "shop/",
		credentials: { accessKeyId: "AKIA", secretAccessKey: "a/b+c@d" },
	});
	for (const wrong of ["s3://AKIA:hush@Bad_1", "s3://:hush@backups", "s3://AKIA:hush%zz@backups"]) {
		expect(() => own(wrong)).toThrow(SettingError);
		expect(() => own(wrong)).not.toThrow(/hush/);
	}
});

describe("an invalid blob URL is rejected, stating why", () => {
	test.each([
		["pictures", /must look like s3:/],
		["https://pictures", /must look like s3:/],
		["s3://", /must look like s3:/],
		["s3://Pictures_1", /must look like s3:/],
		["s3://key:secret@pictures", /holds no credentials/],
		["s3://pictures?endpont=http://x", /"endpont" is not known/],
		["s3://pictures?endpoint=minio:9000", /endpoint must be an http or https address/],
	])("%s", (text, reason) => {
		expect(() => parseBlobUrl(text)).toThrow(SettingError);
		expect(() => parseBlobUrl(text)).toThrow(reason);
	});
});
