import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useAction } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import classes from "./SignIn.module.css";
import { EmailForm } from "./SignUpByMail.tsx";
import { takeToken } from "./take-token.ts";

/** Greets somebody for whom an account was opened, who chooses its password with a one-time link. */
export function Welcome() {
	return <Reset isNew />;
}

/** Sets a password with a one-time link. */
export function Reset({ isNew = false }: { readonly isNew?: boolean }) {
	const [token] = useState(takeToken);
	const reset = useAction("POST /password-reset");
	const service = useSession().data?.service;
	if (reset.isSuccess) {
		return (
			<Lobby>
				<PageHead
					description={
						isNew
							? "Sign in with your e-mail address and your password."
							: "Your new password works from now on. You are signed out everywhere else."
					}
					name={isNew ? "Your account is ready" : "Password changed"}
				/>
				<Button component={Link} size="md" to="/sign-in">
					Sign in
				</Button>
			</Lobby>
		);
	}
	return (
		<Lobby>
			{token === "" && !isNew && service?.mails_resets ? (
				<LostPassword />
			) : (
				<>
					<PageHead description={describe(token, isNew)} name={isNew ? "Welcome" : "Choose a new password"} />
					{token === "" ? null : (
						<NewPasswordForm
							act={reset}
							onSubmit={(password) => reset.mutate({ body: { token, password } })}
						/>
					)}
				</>
			)}
			<p className={classes.other}>
				<Anchor component={Link} to="/sign-in">
					Back to sign-in
				</Anchor>
			</p>
		</Lobby>
	);
}

function describe(token: string, isNew: boolean): string {
	if (token === "")
		return "This link is incomplete. Open it exactly as it was sent to you, or ask for a new one.";
	const choose = "Choose a password that you do not use anywhere else.";
	return isNew ? `An account was opened for you here. ${choose}` : `The link works once. ${choose}`;
}

/** Asks for an e-mail address, to which a link for a new password is mailed. It is not revealed whether it has an account. */
function LostPassword() {
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
			<EmailForm act={ask} onSubmit={(email) => ask.mutate({ body: { email } })} />
		</>
	);
}
