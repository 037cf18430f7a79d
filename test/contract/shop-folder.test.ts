import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	checkGoogleFile,
	openShopFolder,
	readBarcodeList,
	type ShopFolderOptions,
	type ShopListRequest,
	shopOfExport,
} from "../../pull/src/index.ts";
import { createPackshot } from "../../sdk/src/index.ts";
import { PLAIN, WHOLE } from "../support/orders.ts";
import {
	ALL_OF_IT,
	emptyFolder,
	filesIn,
	HEBREW,
	packshotPull,
	spentBy,
	startListService,
	unversioned,
} from "../support/pulling.ts";
import type { TestClient, TestService } from "../support/service.ts";

/** `@packshot/sdk/shops` does what `packshot-pull` does, into the same folders. */

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
const EXPORT = `ID,SKU,Name,Published,"GTIN, UPC, EAN, or ISBN",Description,Images\n7,S-7,Matzah,1,${WHOLE},own,\n8,S-8,Bamba,1,${PLAIN},own,\n9,S-9,Soup,1,${HEBREW},own,\n`;
const credentials = ({ clientId, apiKey }: TestClient) => ({ clientId, apiKey });
const opened = (client: TestClient, out: string, more: Partial<ShopFolderOptions> = {}) =>
	openShopFolder({
		packshot: createPackshot({ baseUrl: service.origin, ...credentials(client) }),
		clientId: client.clientId,
		out,
		...more,
	});

async function wanted(more: Partial<ShopListRequest> = {}): Promise<ShopListRequest> {
	const list = await readBarcodeList(new TextEncoder().encode(EXPORT));
	const imageBaseUrl = "https://shop.example/p/";
	return { list, label: "export.csv", format: "woocommerce", imageBaseUrl, ...more };
}

describe("a folder for a shop", () => {
	test("is quoted, bought, fetched and written step by step, as the command does it, which goes on with it", async () => {
		const [client, other] = [await newClient(), await newClient()];
		const [out, byCommand] = [emptyFolder(), emptyFolder()];
		const shop = await opened(client, out);
		const quoted = await shop.quote(await wanted());
		expect(quoted).toMatchObject({ credits: 1.35, balance: 10, pictures: { count: 3, drawn: 3 } });
		expect(await spentBy(service, client)).toBe(0);
		await shop.buy(quoted);
		await shop.fetch();
		expect(await shop.write()).toMatchObject({ lines: 3, found: 3, pictures: 3, credits: 1.35 });
		await shop.close();
		const list = join(emptyFolder(), "export.csv");
		writeFileSync(list, EXPORT);
		const options = ["--yes", "--format", "woocommerce", "--image-base-url", "https://shop.example/p/"];
		await packshotPull(service, other, list, "--out", byCommand, ...options);
		const names = (folder: string) => Object.keys(filesIn(folder));
		expect(names(out)).toEqual(names(byCommand));
		const update = (folder: string) => readFileSync(join(folder, "woocommerce-update.csv"), "utf8");
		expect(update(out)).toBe(update(byCommand));
		const again = await packshotPull(service, client, list, "--out", out, "--yes");
		expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Nothing to buy")]);
		expect(await spentBy(service, client)).toBe(ALL_OF_IT);
	});

	test("buys nothing above a limit, and nothing twice of a quote", async () => {
		const client = await newClient();
		const shop = await opened(client, emptyFolder());
		const quoted = await shop.quote(await wanted());
		await expect(shop.buy(quoted, { maxCredits: 1 })).rejects.toMatchObject({ exitCode: 4 });
		expect(await spentBy(service, client)).toBe(0);
		await shop.buy(quoted);
		await expect(shop.buy(quoted)).rejects.toThrow("another");
		await shop.close();
		expect(await spentBy(service, client)).toBe(ALL_OF_IT);
	});

	test("is refreshed, and publishes nothing unless somebody agrees", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const put = new Map<string, string>();
		const uploader = {
			where: "a place",
			async put({ name, sha256 }: { readonly name: string; readonly sha256: string }) {
				put.set(name, sha256);
				return { url: `${service.origin}/api/v1/health?${name}`, isNew: true };
			},
		};
		const asking = await opened(client, out, { uploader });
		const quoted = await asking.quote(await wanted({ imageBaseUrl: undefined, include: ["images"] }));
		await asking.buy(quoted);
		await asking.fetch();
		await expect(asking.write()).rejects.toThrow("nothing was uploaded");
		await asking.close();
		expect(put.size).toBe(0);
		await service.picture(HEBREW, "front", { seed: 77 });
		const agreed = await opened(client, out, { uploader, confirm: async () => true });
		expect(await agreed.refresh()).toMatchObject({ pictures: 3 });
		await agreed.close();
		expect([...put.keys()].map(unversioned).sort()).toEqual(
			[`${WHOLE}_front.jpg`, `${WHOLE}_front_clean.png`, `${HEBREW}_front.jpg`].sort(),
		);
		expect(unversioned(readFileSync(join(out, "woocommerce-update.csv"), "utf8"))).toContain(
			`/health?${HEBREW}_front.jpg`,
		);
	});

	test("needs a list first, and the addresses of pictures where the shop does", async () => {
		const shop = await opened(await newClient(), emptyFolder());
		await expect(shop.write()).rejects.toThrow("nothing was pulled into");
		await expect(shop.quote(await wanted({ format: "shopify", imageBaseUrl: undefined }))).rejects.toThrow(
			"needs --image-base-url",
		);
		await shop.close();
	});
});

test("tables of shops and files for Google are read without a service", async () => {
	const { list } = await wanted();
	expect(shopOfExport(list)).toEqual({ format: "woocommerce", shop: "WooCommerce", language: undefined });
	const { rows, findings } = await checkGoogleFile(new TextEncoder().encode("id\ttitle\n1\tA\n"));
	expect([rows, findings.map(({ column }) => column)]).toEqual([
		1,
		["description", "link", "image_link", "availability", "price", "brand"],
	]);
});
