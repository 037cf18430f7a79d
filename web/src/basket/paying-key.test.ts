import { expect, test } from "vitest";
import type { Key } from "../api/routes.ts";
import { usualPayer } from "./paying-key.ts";

const payer = (client_id: string, credit_balance: number, is_account = false) =>
	({ client_id, credit_balance, is_account }) as Key;

test.each([
	["the account, even if a key has more", [payer("account", 1, true), payer("key", 9)], "account"],
	[
		"the richest key if the account has nothing",
		[payer("account", 0, true), payer("a", 2), payer("b", 9)],
		"b",
	],
	["the account if nobody has anything", [payer("account", 0, true), payer("a", 0)], "account"],
	["nobody if there is nobody", [], undefined],
] as const)("%s pays", (_, payers, expected) => expect(usualPayer(payers)?.client_id).toBe(expected));
