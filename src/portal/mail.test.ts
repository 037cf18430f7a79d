import { createServer, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { resetLinkMailer } from "./mail.ts";

const LINK = "https://photos.example.com/reset#T0kenT0kenT0ken";

/** A server that accepts any mail, or rejects it with 550. */
async function mailServer(refuses = false): Promise<{ url: string; received: () => string }> {
	let received = "";
	const server = createServer((socket: Socket) => {
		let isData = false;
		socket.write("220 mail\r\n");
		socket.on("data", (bytes) => {
			const text = bytes.toString();
			received += text;
			if (isData) {
				if (/\r\n\.\r\n$/.test(received)) {
					isData = false;
					socket.write("250 taken\r\n");
				}
			} else if (text.startsWith("DATA")) {
				isData = true;
				socket.write("354 go on\r\n");
			} else if (text.startsWith("RCPT") && refuses) socket.write(`550 no such ${LINK}\r\n`);
			else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
			else socket.write("250 ok\r\n");
		});
		socket.on("error", () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as { port: number };
	return { url: `smtp://127.0.0.1:${port}`, received: () => received };
}

function request(): { request: FastifyRequest; logged: unknown[] } {
	const logged: unknown[] = [];
	const log = { warn: (...entry: unknown[]) => logged.push(entry) };
	return { request: { id: "req_1", log } as unknown as FastifyRequest, logged };
}

test("without a server nothing is sent", async () => {
	const mail = resetLinkMailer({ smtpUrl: undefined, sender: "Packshot <p@example.com>" });
	expect(await mail(request().request, "a@example.com", LINK)).toBe(false);
});

test("the link goes to the account's address", async () => {
	const { url, received } = await mailServer();
	const mail = resetLinkMailer({ smtpUrl: url, sender: "Packshot <p@example.com>" });
	expect(await mail(request().request, "a@example.com", LINK)).toBe(true);
	expect(received()).toContain("RCPT TO:<a@example.com>");
	expect(received()).toContain("T0kenT0kenT0ken");
});

test("a server that refuses, or that is not there, is logged without the link", async () => {
	const { url } = await mailServer(true);
	for (const smtpUrl of [url, "smtp://127.0.0.1:1"]) {
		const { request: asking, logged } = request();
		const mail = resetLinkMailer({ smtpUrl, sender: "Packshot <p@example.com>" });
		expect(await mail(asking, "a@example.com", LINK)).toBe(false);
		expect(logged).toHaveLength(1);
		expect(JSON.stringify(logged)).not.toContain("T0ken");
	}
});
