import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A mail server on a free port. */
export interface MailServer {
	/** `smtp://127.0.0.1:…` */
	readonly url: string;
	/** The mails that were taken, in the order of their arrival. */
	readonly mails: readonly ReceivedMail[];
	/** Answers 550 to every recipient from now on. */
	refuse(): void;
	close(): void;
}

export interface ReceivedMail {
	readonly to: string;
	readonly subject: string;
	/** Decoded text. */
	readonly text: string;
}

/** Starts a server that takes any mail. Closed with the test that starts it, unless `lasting`. */
export async function startMailServer(options: { lasting?: boolean } = {}): Promise<MailServer> {
	const mails: ReceivedMail[] = [];
	let refuses = false;
	const server = createServer((socket) => converse(socket, mails, () => refuses));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	if (!options.lasting) onTestFinished(() => void server.close());
	const { port } = server.address() as { port: number };
	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		refuse: () => {
			refuses = true;
		},
		close: () => void server.close(),
	};
}

function converse(socket: Socket, mails: ReceivedMail[], refuses: () => boolean): void {
	let to = "";
	let data: string | undefined;
	socket.write("220 mail\r\n");
	socket.on("error", () => undefined);
	socket.on("data", (bytes) => {
		const text = bytes.toString();
		if (data !== undefined) {
			data += text;
			if (!data.endsWith("\r\n.\r\n")) return;
			mails.push(received(to, data));
			data = undefined;
			socket.write("250 taken\r\n");
		} else if (text.startsWith("DATA")) {
			data = "";
			socket.write("354 go on\r\n");
		} else if (text.startsWith("RCPT") && refuses()) socket.write(`550 no such mailbox: ${text.trim()}\r\n`);
		else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
		else {
			to = /^RCPT TO:<(.*)>/.exec(text)?.[1] ?? to;
			socket.write("250 ok\r\n");
		}
	});
}

function received(to: string, data: string): ReceivedMail {
	const [head = "", ...parts] = data.slice(0, -5).split("\r\n\r\n");
	const body = parts.join("\r\n\r\n");
	const isEncoded = /^content-transfer-encoding: quoted-printable/im.test(head);
	return {
		to,
		subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "",
		text: isEncoded ? decoded(body) : body,
	};
}

function decoded(quotedPrintable: string): string {
	return quotedPrintable
		.replaceAll("=\r\n", "")
		.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
