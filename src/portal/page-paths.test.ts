import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPage } from "./page-paths.ts";

test.each([
	"/",
	"/docs/api",
	"/keys",
	"/keys/",
	"/keys/ps_client_x/ledger",
	"/sign-up/confirm",
	"/admin/top-ups",
	"/admin/catalogue/0725272730706",
	"/admin/catalogue/doubtful/missing%3Ainfo",
])("%s is a page", (path) => expect(isPage(path)).toBe(true));

test.each([
	"/nowhere",
	"/docs",
	"/docs/json",
	"/docs/operators",
	"/keys/x/y",
	"/admin/secrets",
	"/keys/x/ledger/1",
	"",
])("%s is not a page", (path) => expect(isPage(path)).toBe(false));

test("every fixed relative route of the web client is a known page", () => {
	const table = readFileSync(new URL("../../web/src/routes.tsx", import.meta.url), "utf8");
	const paths = [...table.matchAll(/(?:page\(|path: )"([^"*]+)"/g)].map(([, path]) => path as string);
	expect(paths.length).toBeGreaterThan(12);
	const tabs = paths.filter((path) => !path.startsWith("/") && !path.includes(":"));
	const known = (path: string) =>
		["", "/", "/keys/x/", "/admin/", "/admin/clients/x/", "/admin/catalogue/"].some((folder) =>
			isPage(folder + path),
		);
	expect(tabs.filter((path) => !known(path))).toEqual([]);
});
