import { expect, test } from "vitest";
import { nameForOwner } from "../../clients/policy/client.ts";
import { lowBalanceContent, lowBalanceSubject } from "./low-balance-mail.ts";

const facts = (client: { isKeyless: boolean; name: string }, path: string) => ({
	fall: { client_id: "ps_client_x", limit_units: 50_000, at: 0 } as never,
	keyName: nameForOwner(client),
	accountName: null as string | null,
	path,
	balanceUnits: 40_000,
	unitsPerDay: 10_000,
	base: "https://photos.example.com",
});

test("the mail about an account's own balance calls it that, and leads to the page of its credits", () => {
	const { heading, link } = lowBalanceContent(facts({ isKeyless: true, name: "a@example.com" }, "/credits"));
	expect(heading).toBe('The balance of "Your account" is low');
	expect(link?.url).toBe("https://photos.example.com/credits/top-ups");
});

test("the mail about a key names the key", () => {
	const shop = { isKeyless: false, name: "Corner shop" };
	expect(lowBalanceSubject(nameForOwner(shop))).toBe("Low balance: Corner shop");
	const { link } = lowBalanceContent(facts(shop, "/keys/ps_client_x"));
	expect(link?.url).toBe("https://photos.example.com/keys/ps_client_x/top-ups");
});

test("the mail names the account, if it has a name", () => {
	const shop = { isKeyless: false, name: "Till" };
	const names = ({ facts: rows }: { facts?: readonly (readonly [string, string])[] }) => rows?.slice(0, 2);
	const named = lowBalanceContent({ ...facts(shop, "/keys/x"), accountName: "Corner shop" });
	expect(names(named)).toEqual([
		["Account", "Corner shop"],
		["Name", "Till"],
	]);
	expect(names(lowBalanceContent(facts(shop, "/keys/x")))?.[0]).toEqual(["Name", "Till"]);
});

test("the mail says how long the balance lasts, where enough was spent to tell", () => {
	const shop = facts({ isKeyless: false, name: "Till" }, "/keys/x");
	expect(lowBalanceContent(shop).facts?.slice(-2)).toEqual([
		["Spending", "1 credit a day"],
		["Lasts", "about 4 days"],
	]);
	const { facts: rows } = lowBalanceContent({ ...shop, unitsPerDay: null });
	expect(rows?.map(([name]) => name)).toEqual(["Name", "Balance"]);
});

test("a Hebrew name moves neither the quotes around it nor what follows", () => {
	const { heading } = lowBalanceContent(facts({ isKeyless: false, name: "מכולת (ת״א)" }, "/keys/x"));
	expect(heading).toBe('The balance of "\u2068מכולת (ת״א)\u2069" is low');
	expect(lowBalanceSubject("7 ימים")).toBe("Low balance: \u20687 ימים\u2069");
});
