import { expect, test } from "vitest";
import { isPage } from "./page-paths.ts";

test.each([
	"/",
	"/keys/try",
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
	"/docs/api",
	"/docs/json",
	"/docs/operators",
	"/keys/x/y",
	"/admin/secrets",
	"/keys/x/ledger/1",
	"",
])("%s is not a page", (path) => expect(isPage(path)).toBe(false));
