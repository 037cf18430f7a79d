import { type MailServer, mailFailure, tryMailServer } from "../../platform/mail/transport.ts";
import { finding, type LiveFinding } from "./finding.ts";

/**
 * Signs in to the mail server and, with an address, hands it a message for that address. That it arrives, only its reader knows.
 * @param publicUrl what links in mail start with
 */
export async function checkMailServer(
	server: MailServer,
	publicUrl: string | undefined,
	to: string | undefined,
): Promise<LiveFinding[]> {
	if (server.smtpUrl === undefined) {
		const todo = "set PACKSHOT_SMTP_URL and PACKSHOT_SMTP_FROM, or hand out links yourself";
		return [finding("mail", "note", "no mail server is set: nothing is mailed", todo)];
	}
	const noUrl = "PACKSHOT_PUBLIC_URL is not set: digests and warnings are not sent";
	const noLinks = publicUrl === undefined ? [finding("mail", "wrong", noUrl, "set it")] : [];
	try {
		await tryMailServer(server, to);
	} catch (fault) {
		const found = `the mail server did not accept ${to === undefined ? "a connection" : "a message"}: ${mailFailure(fault).reason}`;
		const todo = "check address, user, password and sender in PACKSHOT_SMTP_URL and PACKSHOT_SMTP_FROM";
		return [...noLinks, finding("mail", "wrong", found, todo)];
	}
	if (to !== undefined) {
		const todo = "see that it has arrived, and not among spam";
		return [...noLinks, finding("mail", "ok", `the mail server accepted a message to ${to}`, todo)];
	}
	const found = "the mail server lets this installation sign in; nothing was sent";
	return [...noLinks, finding("mail", "open", found, "--mail-to ADDRESS sends a message")];
}
