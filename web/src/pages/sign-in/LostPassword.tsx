import { asFailure } from "../../api/failure.ts";
import { useAction } from "../../api/routes.ts";
import { PageHead } from "../../parts/Page.tsx";
import { EmailForm } from "./SignUpByMail.tsx";

/** Asks for an e-mail address, to which a link for a new password is mailed. It is not revealed whether it has an account. */
export function LostPassword() {
	const ask = useAction("POST /password-reset/mail");
	if (ask.isSuccess)
		return (
			<PageHead
				description="If the address signs in with a password here, a mail with a link is on its way. The link works once, for an hour."
				key="mailed"
				name="Check your mail"
			/>
		);
	return (
		<>
			<PageHead
				description="Enter your e-mail address, and we will send you a link to choose a new one."
				name="Lost your password?"
			/>
			<EmailForm
				error={ask.error ? asFailure(ask.error) : undefined}
				isBusy={ask.isPending}
				onSubmit={(email) => ask.mutate({ body: { email } })}
			/>
		</>
	);
}
