import { expect, test } from "vitest";
import type { Key } from "../../api/routes.ts";
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

test("there is nothing to do for keys with credits or for revoked keys", () => {
	expect(toDos([key("a", {}), key("b", { state: "revoked", credit_balance: 0 })], [])).toEqual([]);
});

test("a key that is short of credits prompts a request for more, unless one is already pending", () => {
	const keys = [key("a", { credit_balance: 0 }), key("b", { credit_balance: 1, balance_is_low: true })];
	expect(toDos(keys, [topUp]).map(({ clientId, text, action }) => [clientId, text, action])).toEqual([
		["a", "has no credits.", "Ask for credits"],
		["b", "has 1 credit left; 50 credits waiting for approval.", "See the top-up"],
	]);
});

test("a pending top-up is also shown for a key that has credits", () => {
	expect(toDos([key("b", {})], [topUp])).toMatchObject([{ text: "has 50 credits waiting for approval." }]);
});
