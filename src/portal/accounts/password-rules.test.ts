import { expect, test } from "vitest";
import { oneTimePassword, passwordProblem } from "./password-rules.ts";

const problem = (password: string) => passwordProblem(password, "rivka.stern@example.com");

test.each(["wheel-lantern-72", "correct horse", "mJ8#pLq2vX", "שלום עולם יפה", "aeiou12345bcd"])(
	"accepts %s",
	(password) => {
		expect(problem(password)).toBeUndefined();
	},
);

test.each([
	["a short password", "mJ8#pLq2v"],
	["an overlong password", "mJ8#pLq2vX".repeat(21)],
	["few characters repeated", "abababababab"],
	["a common word with digits", "password1234"],
	["a common word in disguise", "!!P4$$w0rd!!"],
	["a keyboard row", "qwertyuiop"],
	["counting up", "1234567890"],
	["counting down", "0987654321"],
	["the account's own address", "RivkaStern1"],
])("rejects %s: %s", (_what, password) => {
	expect(problem(password)).toMatch(/^\w/);
});

test("one-time passwords are strong, readable and unique", () => {
	const made = Array.from({ length: 100 }, oneTimePassword);
	expect(new Set(made).size).toBe(100);
	for (const password of made) {
		expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
		expect(problem(password)).toBeUndefined();
	}
});
