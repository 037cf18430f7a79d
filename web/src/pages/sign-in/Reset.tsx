import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useAction } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { LostPassword } from "./LostPassword.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import classes from "./SignIn.module.css";
import { takeToken } from "./take-token.ts";

/** Sets a password with a one-time link. */
export function Reset() {
	const [token] = useState(takeToken);
	const reset = useAction("POST /password-reset");
	const service = useSession().data?.service;
	if (reset.isSuccess) {
		return (
			<Lobby>
				<PageHead
					description="Your new password works from now on. You are signed out everywhere else."
					name="Password changed"
				/>
				<Button component={Link} size="md" to="/sign-in">
					Sign in
				</Button>
			</Lobby>
		);
	}
	return (
		<Lobby>
			{token === "" && service?.mails_resets ? (
				<LostPassword />
			) : (
				<>
					<PageHead
						description={
							token === ""
								? "This link is incomplete. Open it exactly as it was sent to you, or ask for a new one."
								: "The link works once. Choose a password that you do not use anywhere else."
						}
						name="Choose a new password"
					/>
					{token === "" ? null : (
						<NewPasswordForm
							error={reset.error}
							isBusy={reset.isPending}
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
