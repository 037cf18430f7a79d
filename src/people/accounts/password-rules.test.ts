import { expect, test } from "vitest";
import { oneTimePassword, passwordProblem } from "./password-rules.ts";

const FIRST_TRIED = /one of the first that attackers try/;
const problem = (password: string) => passwordProblem(password, "rivka.stern@example.com");

test.each(["wheel-lantern-72", "correct horse", "mJ8#pLq2vX", "שלום עולם יפה", "aeiou12345bcd"])(
	"accepts %s",
	(password) => {
		expect(problem(password)).toBeUndefined();
	},
);

test.each([
	["a short password", "mJ8#pLq2v", /at least 10 characters/],
	["an overlong password", "mJ8#pLq2vX".repeat(21), /at most 200 characters/],
	["few characters repeated", "abababababab", /too few different characters/],
	["a common word with digits", "password1234", FIRST_TRIED],
	["a common word in disguise", "!!P4$$w0rd!!", FIRST_TRIED],
	["a keyboard row", "qwertyuiop", FIRST_TRIED],
	["counting up", "1234567890", FIRST_TRIED],
	["counting down", "0987654321", FIRST_TRIED],
	["the account's own address", "RivkaStern1", /same as the e-mail address/],
])("rejects %s and says why: %s", (_what, password, reason) => {
	expect(problem(password)).toMatch(reason);
});

test("one-time passwords are strong, readable and unique", () => {
	const made = Array.from({ length: 100 }, oneTimePassword);
	expect(new Set(made).size).toBe(100);
	for (const password of made) {
		expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
		expect(problem(password)).toBeUndefined();
	}
});
