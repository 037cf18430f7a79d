import { Anchor } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { useSession, useSignIn } from "../../api/session.ts";
import { PageHead } from "../../parts/Page.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { Unreachable } from "../../shell/Unreachable.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { newPasswordProblem } from "./password-problem.ts";
import { returnTo } from "./return-to.ts";
import classes from "./SignIn.module.css";
import { Operator } from "./SignIn.tsx";
import { SignUpByMail } from "./SignUpByMail.tsx";
import "../../theme/later.css";

export function SignUp() {
	const session = useSession();
	const location = useLocation();
	if (session.data?.account) return <Navigate replace to={returnTo(location.state)} />;
	if (session.data === undefined) {
		return session.error ? (
			<Unreachable error={session.error} onRetry={() => session.refetch()} />
		) : (
			<Lobby>
				<WaitingPage />
			</Lobby>
		);
	}
	const { sign_up_open: isOpen, sign_up_by_mail: isByMail, contact } = session.data.service;
	return (
		<Lobby>
			{isOpen ? isByMail ? <SignUpByMail /> : <SignUpAtOnce /> : <SignUpClosed contact={contact} />}
			<p className={classes.other}>
				Already have an account?{" "}
				<Anchor component={Link} state={location.state} to="/sign-in">
					Sign in
				</Anchor>
			</p>
		</Lobby>
	);
}

function SignUpClosed({ contact }: { readonly contact: string | null }) {
	return (
		<PageHead
			description={
				<>
					Accounts are created by <Operator contact={contact} />. Ask them for one.
				</>
			}
			name="Create an account"
		/>
	);
}

function SignUpAtOnce() {
	const signUp = useSignIn("POST /sign-up");
	return (
		<>
			<PageHead
				description="Find products, order them and download their pictures."
				name="Create an account"
			/>
			<CredentialsForm
				action="Create account"
				act={signUp}
				onSubmit={(entered) => signUp.mutate(entered)}
				passwordAutoComplete="new-password"
				passwordDescription="At least 10 characters. A few unrelated words are easy to remember and hard to guess."
				passwordProblem={newPasswordProblem}
			/>
		</>
	);
}
