import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** A mail server on a free port. */
export interface MailServer {
	/** `smtp://127.0.0.1:…` */
	readonly url: string;
	/** Accepted mails, in order of arrival. */
	readonly mails: readonly ReceivedMail[];
	/** Answers every recipient with this status from now on, by default 550; 250 accepts mail again. */
	refuse(status?: number): void;
	close(): void;
}

export interface ReceivedMail {
	readonly to: string;
	readonly subject: string;
	/** The plain text, decoded. */
	readonly text: string;
	/** The HTML, decoded; empty if there is none. */
	readonly html: string;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string>>;
}

/** Starts a server that accepts any mail. It is closed with the test that starts it, unless `lasting`. */
export async function startMailServer(options: { lasting?: boolean } = {}): Promise<MailServer> {
	const mails: ReceivedMail[] = [];
	let status = 250;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS", "AUTH"],
		onRcptTo({ address }, _session, answer) {
			const refusal = Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: status });
			answer(status < 400 ? null : refusal);
		},
		onData(stream, { envelope }, answer) {
			const to = envelope.rcptTo.map(({ address }) => address).join(", ");
			buffer(stream).then(async (bytes) => {
				mails.push(await received(to, bytes));
				answer(null);
			}, answer);
		},
	});
	server.on("error", () => undefined);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const close = () => server.close(() => undefined);
	if (!options.lasting) onTestFinished(close);
	const { port } = server.server.address() as { port: number };
	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		refuse(given = 550) {
			status = given;
		},
		close,
	};
}

async function received(to: string, bytes: Uint8Array): Promise<ReceivedMail> {
	const { subject = "", text = "", html = "", headers } = await PostalMime.parse(bytes);
	return {
		to,
		subject,
		text,
		html,
		headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
	};
}
