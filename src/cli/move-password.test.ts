import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UsageFailure } from "./command-line.ts";
import { withPassword } from "./move-password.ts";

const TO = "postgres://packshot@db.example/packshot";
const PASSWORD = "p@ss:w/rd %41#?";

function lineWith(environment: Record<string, string> = {}) {
	const warnings: string[] = [];
	return { environment, warnings, warn: (text: string) => void warnings.push(text) };
}

function passwordFile(text: string): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-password-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, "password"), text);
	return join(folder, "password");
}

const passwordOf = (to: string | undefined) => decodeURIComponent(new URL(to ?? "").password);

test("takes the password from the environment with all special characters intact", () => {
	const { to } = withPassword(lineWith({ PACKSHOT_TO_PASSWORD: PASSWORD }), { to: TO });
	expect(passwordOf(to)).toBe(PASSWORD);
});

test("puts the password before the servers of an address that names several", () => {
	const to = "postgres://packshot@one:5432,two:5432/packshot";
	expect(withPassword(lineWith({ PACKSHOT_TO_PASSWORD: "a@b" }), { to })).toEqual({
		to: "postgres://packshot:a%40b@one:5432,two:5432/packshot",
	});
});

test("takes the password from a file, without its line break, in preference to the environment", () => {
	const line = lineWith({ PACKSHOT_TO_PASSWORD: "another" });
	const { to } = withPassword(line, { to: TO, toPasswordFile: passwordFile(`${PASSWORD}\n`) });
	expect(passwordOf(to)).toBe(PASSWORD);
	expect(line.warnings).toEqual([]);
});

test("a password on the command line works, with a warning that does not repeat it", () => {
	const line = lineWith();
	const to = "postgres://packshot:in-the-open@db.example/packshot";
	expect(withPassword(line, { to })).toEqual({ to });
	expect(line.warnings).toEqual([expect.stringContaining("PACKSHOT_TO_PASSWORD")]);
	expect(line.warnings[0]).not.toContain("in-the-open");
});

test("returns the address unchanged without a password, and none if it is not a URL", () => {
	expect(withPassword(lineWith(), { to: TO })).toEqual({ to: TO });
	expect(withPassword(lineWith({ PACKSHOT_TO_PASSWORD: "x" }), { to: "sqlite" })).toEqual({});
	expect(withPassword(lineWith(), {})).toEqual({});
});

test("a password file that is missing, empty or unused is wrong usage", () => {
	const missing = () => withPassword(lineWith(), { to: TO, toPasswordFile: "/nowhere/password" });
	expect(missing).toThrow("--to-password-file /nowhere/password: there is no such file or folder");
	expect(missing).toThrow(UsageFailure);
	expect(() => withPassword(lineWith(), { to: TO, toPasswordFile: passwordFile("\n") })).toThrow("is empty");
	expect(() => withPassword(lineWith(), { to: "sqlite", toPasswordFile: passwordFile("x") })).toThrow(
		UsageFailure,
	);
	const twice = { to: "postgres://a:b@c/d", toPasswordFile: passwordFile("x") };
	expect(() => withPassword(lineWith(), twice)).toThrow(UsageFailure);
});
