import { expect, onTestFinished, test } from "vitest";
import { startSilentServer } from "../../../test/support/silent-server.ts";
import { createTransport } from "./transport.ts";

test("gives up on a silent SMTP server after the configured time", async () => {
	const { port, close } = await startSilentServer();
	onTestFinished(close);
	const sender = "Packshot <p@example.com>";
	const givenUpAfter = (silenceSeconds: number) =>
		createTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, sender, silenceSeconds })?.({
			to: "a@example.com",
			text: "Hello",
		}).then(
			() => "sent",
			() => silenceSeconds,
		);
	expect(await Promise.race([givenUpAfter(600), givenUpAfter(1)])).toBe(1);
});
