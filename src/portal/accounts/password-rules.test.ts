import { expect, test } from "vitest";
import { oneTimePassword, passwordProblem } from "./password-rules.ts";

const problem = (password: string) => passwordProblem(password, "rivka.stern@example.com");

test.each(["wheel-lantern-72", "correct horse", "mJ8#pLq2vX", "שלום עולם יפה", "aeiou12345bcd"])(
	"%s will do",
	(password) => {
		expect(problem(password)).toBeUndefined();
	},
);

test.each([
	["too short", "mJ8#pLq2v"],
	["too long", "mJ8#pLq2vX".repeat(21)],
	["few characters again and again", "abababababab"],
	["a common word with digits", "password1234"],
	["a common word in disguise", "!!P4$$w0rd!!"],
	["a row of keys", "qwertyuiop"],
	["counting up", "1234567890"],
	["counting down", "0987654321"],
	["the own address", "RivkaStern1"],
])("%s will not: %s", (_what, password) => {
	expect(problem(password)).toMatch(/^\w/);
});

test("one-time passwords are strong, readable and never equal", () => {
	const made = Array.from({ length: 100 }, oneTimePassword);
	expect(new Set(made).size).toBe(100);
	for (const password of made) {
		expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
		expect(problem(password)).toBeUndefined();
	}
});
