import { Anchor } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { useSession, useSignUp } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { Unreachable } from "../../shell/Unreachable.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { returnTo } from "./return-to.ts";
import classes from "./SignIn.module.css";
import "../../theme/later.css";

export function SignUp() {
	const session = useSession();
	const signUp = useSignUp();
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
	const isClosed = !session.data.service.sign_up_open;
	return (
		<Lobby>
			<PageHead
				description={
					isClosed
						? "New accounts are opened by the operator of this service. Ask there for one."
						: "Create keys, ask for credits and watch what is used."
				}
				name="Create an account"
			/>
			{isClosed ? null : (
				<CredentialsForm
					action="Create account"
					error={signUp.error ? asFailure(signUp.error) : undefined}
					isBusy={signUp.isPending}
					onSubmit={(entered) => signUp.mutate(entered)}
					passwordAutoComplete="new-password"
					passwordDescription="At least 10 characters. A few unrelated words are easy to remember and hard to guess."
				/>
			)}
			<p className={classes.other}>
				Already have an account?{" "}
				<Anchor component={Link} state={location.state} to="/sign-in">
					Sign in
				</Anchor>
			</p>
		</Lobby>
	);
}
