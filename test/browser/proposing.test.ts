import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, settled, startBuiltPages } from "../support/pages.ts";
import { mayPropose, openSignUp, signInAdministrator, signUp } from "../support/people.ts";
import { testPicture } from "../support/picture.ts";

/** From a phone photo taken in a shop to a picture that clients buy. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody proposes on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("a proposal made on a phone", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
	});
	afterAll(() => pages?.close());

	test("is approved by keyboard next to the current data, and served with the proposer's ownership", async () => {
		const desk = await pages.open();
		await signInAdministrator(pages, desk.page, "admin@example.com");
		await openSignUp(desk.page);
		const phone = await pages.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
		await signUp(phone.page, "shop@example.com");
		await mayPropose(desk.page, "shop@example.com", "Golden Sheaf");

		await phone.page.goto("/propose");
		await phone.page.getByLabel("Barcode").fill("725272 730706");
		await phone.page.getByText(`The catalogue has this product as ${pages.barcode}`).waitFor();
		const { original } = await testPicture("front", { seed: 5, sidePx: 700 }, Date.now());
		await phone.page
			.getByRole("region", { name: "Front", exact: true })
			.locator("input[capture]")
			.setInputFiles({
				name: "IMG_1.jpg",
				mimeType: "image/jpeg",
				buffer: Buffer.from(original),
			});
		await phone.page.getByRole("img", { name: "Front" }).waitFor();
		await phone.page.getByText("Product facts").click();
		await phone.page.getByLabel("Net weight").fill("16 oz");
		await phone.page.getByRole("button", { name: "Suggest a correction", exact: true }).click();
		await phone.page.getByText("Waiting", { exact: true }).waitFor();

		await desk.page.goto("/admin/review");
		await settled(desk.page);
		await desk.page.getByRole("img", { name: "Front as suggested" }).waitFor();
		const row = desk.page.getByRole("row", { name: /Net weight/ });
		expect(await row.textContent()).toContain("16 oz");
		await desk.page.keyboard.press("z");
		await desk.page.getByRole("dialog").getByRole("img", { name: "Front as suggested" }).waitFor();
		await desk.page.keyboard.press("Escape");
		await desk.page.getByRole("dialog").waitFor({ state: "detached" });
		await desk.page.keyboard.press("r");
		await desk.page.getByRole("dialog").getByLabel("Reason").waitFor();
		await desk.page.keyboard.type("a reason");
		await desk.page.keyboard.press("Escape");
		await desk.page.getByRole("dialog").waitFor({ state: "detached" });
		await desk.page.keyboard.press("a");
		await desk.page.getByText("Nothing is waiting").waitFor();
		expect(await desk.page.evaluate("document.activeElement.textContent")).toBe("Reviews");

		await phone.page.reload();
		await phone.page.getByText("Approved", { exact: true }).waitFor();
		const client = await pages.command("client", "create", "--name", "Shop", "--credits", "10");
		const signedIn = await fetch(`${pages.origin}/api/v1/auth/token`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ client_id: client.client_id, api_key: client.api_key }),
		});
		const { access_token } = await signedIn.json();
		const answer = await fetch(`${pages.origin}/api/v1/products/${pages.barcode}?include=info,image_meta`, {
			headers: { authorization: `Bearer ${access_token}` },
		});
		expect(await answer.json()).toMatchObject({
			product_meta: { brand: "Golden Sheaf", net_weight: "16 oz" },
			image_meta: {
				front: { ownership: "Golden Sheaf", source_batch: "review_approved", uploaded_by: null },
			},
		});
		expect([...phone.faults, ...desk.faults]).toEqual([]);
	});
});
