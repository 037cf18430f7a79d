import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../../src/catalogue/writing/metadata-change.ts";
import type { Installation } from "../../src/installation.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** Another process works on the same data: its changes are served as soon as they are stored, whatever was read before. */

let service: TestService;
let elsewhere: Installation;
let client: TestClient;
beforeAll(async () => {
	service = await startService();
	elsewhere = await service.openAgain();
	client = await service.client();
});
afterAll(async () => {
	await elsewhere.close();
	await service.close();
});

function change(...changes: MetadataChange[]) {
	return elsewhere.db.write(applyMetadata, { changes, existingOnly: false });
}

async function brandOf(barcode: string): Promise<string> {
	const { body } = await service.call(`/products/${barcode}?include=info`, { client });
	return body.product_meta.brand;
}

test("a product that another process changes is served with the change immediately", async () => {
	const barcode = newBarcode();
	await service.product({ barcode, info: { brand: "Old" } });
	expect(await brandOf(barcode)).toBe("Old");
	for (const brand of ["New", "Newer"]) {
		await change({ barcode, info: { brand } });
		expect(await brandOf(barcode)).toBe(brand);
	}
});

test("a product that another process adds is found immediately", async () => {
	const barcode = newBarcode();
	expect((await service.call(`/products/${barcode}`, { client })).status).toBe(404);
	await change({ barcode, info: { brand: "Added" } });
	expect(await brandOf(barcode)).toBe("Added");
});

test("a product that another process removes is immediately no longer found", async () => {
	const barcode = newBarcode();
	await service.product({ barcode, info: { brand: "Gone" } });
	expect(await brandOf(barcode)).toBe("Gone");
	await elsewhere.db.write(remove, {
		barcode,
		variant: null,
		uploadOffsetMinutes: 0,
	});
	expect((await service.call(`/products/${barcode}`, { client })).status).toBe(404);
});
