import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, startBuiltPages } from "../support/pages.ts";
import { PASSWORD, signInAdministrator } from "../support/people.ts";

/** An administrator restores an uploaded backup in the pages, and goes back. */

const reason = whyNoBrowser();
if (reason) console.info(`nothing is restored in a browser: ${reason}`);

describe.skipIf(reason !== undefined)("in the settings", () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-restoring-"));
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
	});
	afterAll(async () => {
		await pages.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("a backup is uploaded, looked into and restored, and the state before comes back", async () => {
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "boss@example.com");
		const file = join(folder, "b.tar");
		await pages.command("backup", file);
		await pages.command("client", "create", "--name", "Came later", "--credits", "5");

		await page.goto("/admin/settings");
		const panel = page.locator("#restore");
		await panel.locator("input[type=file]").setInputFiles(file);
		await panel.getByRole("button", { name: "Look into it" }).click();
		await expect.poll(() => panel.getByText("1 top-up (5 credits)").count()).toBe(1);
		const confirm = async (action: string) => {
			await panel.getByRole("button", { name: action, exact: true }).click();
			const dialog = page.getByRole("dialog");
			await dialog.getByLabel("Your password").fill(PASSWORD);
			await dialog.getByRole("button", { name: action }).click();
			await page.getByRole("heading", { name: "Restoring" }).waitFor();
			await expect.poll(() => panel.getByText("Restored", { exact: true }).count()).toBe(1);
		};
		await confirm("Restore");
		const cameLater = async () =>
			(await pages.command("client", "list")).some(
				({ client_name }: { client_name: string }) => client_name === "Came later",
			);
		expect(await cameLater()).toBe(false);

		await panel.getByRole("button", { name: "Go back to it" }).click();
		await expect.poll(() => panel.getByText("Replaced").count()).toBe(1);
		await confirm("Go back");
		expect(await cameLater()).toBe(true);
	});
});
