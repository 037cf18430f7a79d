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

/** Where the routes that a function of the table returns are nested. */
const FOLDERS: Readonly<Record<string, string>> = {
	creditTabs: "/credits/",
	keyTabs: "/keys/x/",
	clientTabs: "/admin/clients/x/",
	catalogueTabs: "/admin/catalogue/",
	administration: "/admin/",
};

test("every route of the web client is a known page", () => {
	const table = readFileSync(new URL("../../web/src/routes.tsx", import.meta.url), "utf8");
	const [main = "", ...nested] = table.split(/^function /m);
	const pathsIn = (part: string, folder: string) =>
		[...part.matchAll(/(?:page\(\s*|path: )"([^"*]*)"/g)].map(([, path = ""]) =>
			(path.startsWith("/") ? path : folder + path).replace(/:\w+/g, "x"),
		);
	const names = nested.map((part) => /^\w+/.exec(part)?.[0] ?? "");
	expect(names.toSorted()).toEqual(Object.keys(FOLDERS).toSorted());
	const paths = [
		...pathsIn(main, "/"),
		...nested.flatMap((part, place) => pathsIn(part, FOLDERS[names[place] ?? ""] ?? "")),
	];
	// All but the one for unknown paths.
	expect(paths).toHaveLength(table.split(/\bpage\(|\bpath: /).length - 2);
	expect(paths.filter((path) => !isPage(path))).toEqual([]);
});
