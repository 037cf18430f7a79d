import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { BuiltPages } from "./pages.ts";

export const PASSWORD = "wheel-lantern-72-cumin";

/** Opens an account through the form. */
export async function signUp(page: Page, email: string): Promise<void> {
	await page.goto("/sign-up");
	await page.getByLabel("E-mail address").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Create account" }).click();
	await page.getByRole("heading", { name: "Home" }).waitFor();
}

export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
	await page.goto("/sign-in");
	await page.getByLabel("E-mail address").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
}

/** Creates an administrator on the command line, who then chooses their own password. */
export async function signInAdministrator(pages: BuiltPages, page: Page, email: string): Promise<void> {
	const { one_time_password } = await pages.command("user", "create", "--email", email, "--admin");
	await enterCredentials(page, email, one_time_password);
	const signedIn = page.getByRole("heading", { name: "Choose your own password" });
	const refusal = page.getByRole("alert");
	await signedIn.or(refusal).first().waitFor();
	// A busy machine may refuse for the moment, and says so: a person would try again.
	for (let tries = 0; tries < 5 && !(await signedIn.isVisible()); tries++) {
		await sleep(1000);
		await page.getByRole("button", { name: "Sign in" }).click();
		await signedIn.or(refusal).first().waitFor();
	}
	await signedIn.waitFor();
	await page.getByLabel("Password you signed in with").fill(one_time_password);
	await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
	await page.getByLabel("New password again").fill(PASSWORD);
	await page.getByRole("button", { name: "Set the password" }).click();
	await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** Opens sign-up to everybody, as an administrator does; it is closed by default. */
export async function openSignUp(page: Page): Promise<void> {
	await page.goto("/admin/settings");
	await page.getByRole("switch", { name: "Anybody may create an account" }).check();
	await page
		.getByRole("region", { name: "Accounts, keys and top-ups" })
		.getByRole("button", { name: "Save" })
		.click();
	await page.getByText("Saved.").waitFor();
}

/** Creates a key through the dialog. Returns its secret. */
export async function createKey(page: Page, name: string): Promise<{ clientId: string; apiKey: string }> {
	await page.goto("/keys");
	await page.getByRole("button", { name: "Create key" }).first().click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill(name);
	await dialog.getByRole("button", { name: "Create key" }).click();
	await dialog.getByText("Shown once").waitFor();
	const [clientId = "", apiKey = ""] = await dialog.locator("dd code").allTextContents();
	await dialog.getByRole("button", { name: "I have stored it" }).click();
	// A key may be called what a group of the navigation is called.
	await page.getByRole("main").getByRole("heading", { name }).waitFor();
	return { clientId, apiKey };
}

/** Allows an account to propose, as an administrator does. */
export async function mayPropose(page: Page, email: string, ownership: string): Promise<void> {
	await page.goto("/admin/accounts");
	await page.getByRole("button", { name: `Actions for ${email}` }).click();
	await page.getByRole("menuitem", { name: "Suggestions" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Ownership").fill(ownership);
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByText("Saved.").waitFor();
}
