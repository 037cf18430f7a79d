import { expect, test } from "vitest";
import type { Key } from "../../api/routes.ts";
import { toDos } from "./to-do.ts";

const key = (id: string, more: Partial<Key>) =>
	({
		client_id: id,
		client_name: id,
		balance_id: `bal_${id}`,
		is_account: false,
		state: "active",
		credit_balance: 10,
		balance_is_low: false,
		daily_cap_credits: null,
		monthly_cap_credits: null,
		spent_today: 0,
		spent_this_month: 0,
		...more,
	}) as Key;
const topUp = {
	top_up_id: "t",
	client_id: "b",
	client_name: "b",
	credits: 50,
	requested_at: "2026-11-21T00:00:00Z",
};

test("there is nothing to do for keys with credits or for revoked keys", () => {
	expect(toDos([key("a", {}), key("b", { state: "revoked", credit_balance: 0 })], [])).toEqual([]);
});

test("a key that is short of credits prompts a request for more, unless one is already pending", () => {
	const keys = [
		key("a", { credit_balance: 0 }),
		key("b", { is_account: true, credit_balance: 1, balance_is_low: true }),
	];
	expect(toDos(keys, [topUp]).map(({ path, text, action }) => [path, text, action])).toEqual([
		["/keys/a", "has no credits.", "Ask for credits"],
		["/credits", "has 1 credit left; 50 credits waiting for approval.", "See the top-up"],
	]);
});

test("a balance that several draw on is mentioned once, under the first of them", () => {
	const empty = { credit_balance: 0, balance_id: "bal_shared" };
	const keys = [key("a", { ...empty, is_account: true }), key("b", empty), key("c", empty)];
	expect(toDos(keys, []).map(({ path }) => path)).toEqual(["/credits"]);
	expect(toDos(keys, [topUp]).map(({ path, text }) => [path, text])).toEqual([
		["/keys/b", "has 50 credits waiting for approval."],
	]);
});

test("a pending top-up is also shown for a key that has credits", () => {
	expect(toDos([key("b", {})], [topUp])).toMatchObject([{ text: "has 50 credits waiting for approval." }]);
});

test("caps of which half or more is spent come first", () => {
	const keys = [
		key("a", { daily_cap_credits: 5, spent_today: 2.4999, monthly_cap_credits: 5, spent_this_month: 4 }),
		key("b", { state: "revoked", daily_cap_credits: 5, spent_today: 5 }),
	];
	expect(toDos(keys, []).map(({ path, text }) => [path, text])).toEqual([
		["/keys/a", "has spent 4 of the 5 credits that it may spend this month: 80 %."],
	]);
});
