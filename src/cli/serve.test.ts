import { describe, expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { UsageFailure } from "./command-line.ts";
import { settingWarnings, withListening, workerCount } from "./serve.ts";

const config = loadConfig({ PACKSHOT_HOST: "127.0.0.2", PACKSHOT_PORT: "9000" });

describe("where to listen", () => {
	test("the environment applies if the command line says nothing", () => {
		expect(withListening(config, {}).process).toMatchObject({ host: "127.0.0.2", port: 9000 });
	});

	test("the command line wins over the environment", () => {
		const { process } = withListening(config, { host: "0.0.0.0", port: "0" });
		expect(process).toMatchObject({ host: "0.0.0.0", port: 0 });
	});

	test.each(["65536", "-1", "80.5", "http", ""])("wrong usage when --port is %j", (port) => {
		expect(() => withListening(config, { port })).toThrow(UsageFailure);
	});
});

test("warns of an unknown setting, not of known ones", () => {
	expect(settingWarnings({ PATH: "/bin", PACKSHOT_PORT: "9000", PACKSHOT_PROT: "9000" })).toEqual([
		"PACKSHOT_PROT is not a setting of this version and has no effect",
	]);
	expect(settingWarnings({ PACKSHOT_PORT: "9000" })).toEqual([]);
});

describe("the number of workers", () => {
	const shared = loadConfig({ PACKSHOT_DATABASE_URL: "postgres://127.0.0.1/packshot" });

	test("is as configured, above one on a shared database", () => {
		expect(workerCount(shared, "4")).toBe(4);
		expect(workerCount(config, "1")).toBe(1);
	});

	test("more than one on a database file is wrong usage, and the error names the setting", () => {
		expect(() => workerCount(config, "2")).toThrow(UsageFailure);
		expect(() => workerCount(config, "2")).toThrow(/set PACKSHOT_DATABASE_URL/);
	});

	test.each(["0", "-1", "two", "1.5", ""])("wrong usage when --workers is %j", (text) => {
		expect(() => workerCount(shared, text)).toThrow(UsageFailure);
	});
});
