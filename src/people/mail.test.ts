import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { startMailServer } from "../../test/support/mail-server.ts";
import { createTransport } from "../platform/mail/transport.ts";
import { createSendMail, resetMail } from "./mail.ts";

const LINK = "https://photos.example.com/reset#T0kenT0kenT0ken";
const sender = "Packshot <p@example.com>";
const silenceSeconds = 120;
const serviceName = async () => "Pantry Pictures";

function request(): { request: FastifyRequest; logged: unknown[] } {
	const logged: unknown[] = [];
	const log = { warn: (...entry: unknown[]) => logged.push(entry) };
	return { request: { id: "req_1", log } as unknown as FastifyRequest, logged };
}

test("without a server nothing is sent", () => {
	expect(
		createSendMail(createTransport({ smtpUrl: undefined, silenceSeconds, sender }), serviceName),
	).toBeUndefined();
});

test("the link goes to the account's address, under the name that the operator gives the service", async () => {
	const { url, mails } = await startMailServer();
	const send = createSendMail(createTransport({ smtpUrl: url, silenceSeconds, sender }), serviceName);
	expect(await send?.(request().request, resetMail("a@example.com", LINK))).toBe(true);
	expect(mails).toMatchObject([
		{
			to: "a@example.com",
			subject: "Set your Pantry Pictures password",
			text: expect.stringContaining(LINK),
		},
	]);
});

test("logs a server that refuses or is unreachable, without the link", async () => {
	const { url, mails, refuse } = await startMailServer();
	refuse();
	for (const smtpUrl of [url, "smtp://127.0.0.1:1"]) {
		const { request: asking, logged } = request();
		const send = createSendMail(createTransport({ smtpUrl, silenceSeconds, sender }), serviceName);
		expect(await send?.(asking, resetMail(`${LINK}@example.com`, LINK))).toBe(false);
		expect(logged).toHaveLength(1);
		expect(JSON.stringify(logged)).not.toContain("T0ken");
	}
	expect(mails).toEqual([]);
});
