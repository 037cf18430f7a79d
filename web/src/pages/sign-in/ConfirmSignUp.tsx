import { Anchor } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { useSignIn } from "../../api/session.ts";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { isListBrought } from "../lists/brought-list.ts";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import classes from "./SignIn.module.css";
import { takeToken } from "./take-token.ts";

/** Creates an account through a mailed link; the password is chosen here. */
export function ConfirmSignUp() {
	const [token] = useState(takeToken);
	const confirm = useSignIn("POST /sign-up/confirm");
	if (confirm.isSuccess) return <Navigate replace to={isListBrought() ? "/lists" : "/"} />;
	const isOver = confirm.error !== null && asFailure(confirm.error).code === "link_invalid";
	const mayGoOn = token !== "" && !isOver;
	return (
		<Lobby>
			<PageHead description={descriptionFor(token, isOver)} name="Confirm your account" />
			{mayGoOn ? (
				<NewPasswordForm
					action="Create account"
					act={confirm}
					onSubmit={(password) => confirm.mutate({ token, password })}
				/>
			) : null}
			<p className={classes.other}>
				{mayGoOn ? null : (
					<>
						<Anchor component={Link} to="/sign-up">
							Ask for a new link
						</Anchor>
						{" or "}
					</>
				)}
				<Anchor component={Link} to="/sign-in">
					{mayGoOn ? "Back to sign-in" : "sign in"}
				</Anchor>
			</p>
		</Lobby>
	);
}

function descriptionFor(token: string, isOver: boolean): string {
	if (token === "") return "This link is incomplete. Open it exactly as it was mailed to you.";
	if (isOver) return "This link has already been used, or is more than an hour old.";
	return "Choose a password that you do not use anywhere else, and the account is yours.";
}
