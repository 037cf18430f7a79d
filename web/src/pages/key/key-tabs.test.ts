import { expect, test } from "vitest";
import type { Administration } from "../../api/routes.ts";
import { tabsOf } from "./key-tabs.ts";

const administration = {} as Administration;
const ACTIVE = { is_own: true, is_account: false, state: "active", administration: null } as const;
const SHOWN = { isCredits: false, hasWebhooks: true };
const pathsOf = (key: Parameters<typeof tabsOf>[0], shown = SHOWN) => {
	const { visible, offered } = tabsOf(key, shown);
	return [visible, offered].map((tabs) => tabs.map(([path]) => path));
};

test("members see what their key does, and administration what it may do, each without the other's tabs", () => {
	const own = ["", "calls", "ledger", "statement", "top-ups", "webhook", "try"];
	expect(pathsOf(ACTIVE)).toEqual([own, own]);
	const administered = ["policy", "preview", "ledger", "history"];
	expect(pathsOf({ ...ACTIVE, is_own: false, administration })).toEqual([administered, administered]);
	const both = [...own, "policy", "preview", "history"];
	expect(pathsOf({ ...ACTIVE, administration })).toEqual([both, both]);
});

test("what a key cannot use is not offered, but links to it open", () => {
	const [visible, offered] = pathsOf({ ...ACTIVE, state: "revoked" }, { ...SHOWN, hasWebhooks: false });
	expect(visible).toContain("webhook");
	expect(offered).toEqual(["", "calls", "ledger", "statement", "top-ups"]);
});

test("the account itself has no tab about programs, and its credits none of administration", () => {
	const account = { ...ACTIVE, is_account: true, administration };
	expect(pathsOf(account)[1]).toEqual(["", "ledger", "statement", "top-ups", "policy", "preview", "history"]);
	expect(pathsOf(account, { ...SHOWN, isCredits: true })[1]).toEqual(["", "ledger", "statement", "top-ups"]);
});
