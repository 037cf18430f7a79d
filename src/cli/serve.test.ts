import { describe, expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { UsageFailure } from "./command-line.ts";
import { withListening } from "./serve.ts";

const config = loadConfig({ PACKSHOT_HOST: "127.0.0.2", PACKSHOT_PORT: "9000" });

describe("where to listen", () => {
	test("the environment decides where the command line is silent", () => {
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
