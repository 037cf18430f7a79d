import { expect, test } from "vitest";
import type { Key } from "../../api/keys.ts";
import { toDos } from "./to-do.ts";

const key = (id: string, more: Partial<Key>) =>
	({
		client_id: id,
		client_name: id,
		state: "active",
		credit_balance: 10,
		balance_is_low: false,
		...more,
	}) as Key;
const topUp = {
	top_up_id: "t",
	client_id: "b",
	client_name: "b",
	credits: 50,
	requested_at: "2026-11-21T00:00:00Z",
};

test("nothing is to be done for keys with credits, nor for those that no longer work", () => {
	expect(toDos([key("a", {}), key("b", { state: "revoked", credit_balance: 0 })], [])).toEqual([]);
});

test("a key that is short of credits leads to asking, unless it was asked already", () => {
	const keys = [key("a", { credit_balance: 0 }), key("b", { credit_balance: 1, balance_is_low: true })];
	expect(toDos(keys, [topUp]).map(({ clientId, text, action }) => [clientId, text, action])).toEqual([
		["a", "has no credits.", "Ask for credits"],
		["b", "has 1 credit left; 50 credits waiting for approval.", "See the top-up"],
	]);
});

test("a top-up that waits is said of a key that has credits too", () => {
	expect(toDos([key("b", {})], [topUp])).toMatchObject([{ text: "has 50 credits waiting for approval." }]);
});
