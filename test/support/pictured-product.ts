import type { TestService } from "./service.ts";

/** Adds a product with a picture and its thumbnails to the catalogue. @returns the version of the picture. */
export async function picturedProduct(packshot: TestService, barcode: string): Promise<string> {
	await packshot.product({ barcode, info: { brand: "A" } });
	await packshot.picture(barcode, "front", { sizesPx: [320] });
	const { image_id } = await packshot.installation.db.read
		.selectFrom("image")
		.select("image_id")
		.where("barcode", "=", barcode)
		.executeTakeFirstOrThrow();
	return image_id;
}
