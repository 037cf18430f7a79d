import type { Click, ClickedWindow } from "./clicked-window.ts";

const ENTRY = "nav[aria-label=Pages] a";
const TAB = "main nav a";
const DOCUMENTATION = "/docs";

/** A holder of keys: every entry of the sidebar, a key and each of its tabs. */
export async function clickAsHolder(window: ClickedWindow): Promise<Click[]> {
	await window.open("/");
	const clicks = await clickEach(window, ENTRY);
	await window.click(linkTo("/keys"));
	clicks.push(await window.click('main h2 a[href^="/keys/"]'), ...(await clickEach(window, TAB)));
	// Last, because the documentation is a separate site without this sidebar.
	clicks.push(await window.click(linkTo(DOCUMENTATION)));
	return clicks;
}

/** An administrator: every administration entry, a key and each of its tabs, and the catalogue tabs. */
export async function clickAsAdministrator(window: ClickedWindow): Promise<Click[]> {
	await window.open("/admin");
	const clicks = await clickEach(window, `${ENTRY}[href^="/admin"]`);
	await window.click(linkTo("/admin/clients"));
	clicks.push(await window.click('main a[href^="/keys/"]'), ...(await clickEach(window, TAB)));
	await window.click(linkTo("/admin/catalogue"));
	clicks.push(...(await clickEach(window, TAB)));
	return clicks;
}

/** Clicks all of these links; the link to the current page comes last. */
async function clickEach(window: ClickedWindow, links: string): Promise<Click[]> {
	const here = new URL(window.page.url()).pathname;
	const addresses: string[] = await window.page.evaluate(
		`[...document.querySelectorAll(${JSON.stringify(links)})].map((link) => link.getAttribute("href"))`,
	);
	const others = [...new Set(addresses)].filter(
		(address) => address !== here && !address.startsWith(DOCUMENTATION),
	);
	const clicks: Click[] = [];
	for (const address of [...others, here]) clicks.push(await window.click(`${links}[href="${address}"]`));
	return clicks;
}

function linkTo(address: string): string {
	return `${ENTRY}[href="${address}"]`;
}
