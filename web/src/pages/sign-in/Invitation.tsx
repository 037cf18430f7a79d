import { Anchor, Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import type { RouteAnswer } from "../../../../src/routes.ts";
import { asFailure, type Failure } from "../../api/failure.ts";
import { useAction } from "../../api/routes.ts";
import { useAccountChange, useSession, useSignIn } from "../../api/session.ts";
import { memberRoleWords } from "../../format/member-roles.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { Splash } from "../../shell/Splash.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { newPasswordProblem } from "./password-problem.ts";
import classes from "./SignIn.module.css";
import { forgetToken, rememberedToken } from "./take-token.ts";

/** Joins an account with a link that works once: as whoever is signed in, or as somebody new. */
export function Invitation() {
	const [token] = useState(rememberedToken);
	const session = useSession();
	// Asked once: after joining, the link no longer works.
	const invitation = useAction("POST /invitation");
	const { mutate } = invitation;
	useEffect(() => {
		if (token !== "") mutate({ body: { token } });
	}, [token, mutate]);
	const join = useAccountChange("POST /invitation/accept");
	const signUp = useSignIn("POST /invitation/sign-up");
	if (join.isSuccess || signUp.isSuccess) return <Joined />;
	if (token === "") return <Over>This link is incomplete. Open it exactly as it was sent to you.</Over>;
	if (invitation.error) return <NotOpen failure={asFailure(invitation.error)} />;
	if (!invitation.data || session.data === undefined) return <Splash />;
	const { account } = session.data;
	return (
		<Lobby>
			<PageHead description={<Offered invitation={invitation.data} />} name="Join an account" />
			{account && !signUp.isPending ? (
				<AsSelf email={account.email} join={join} token={token} />
			) : (
				<AsNewcomer invitation={invitation.data} signUp={signUp} token={token} />
			)}
		</Lobby>
	);
}

type Open = RouteAnswer<"POST /invitation">;

function Offered({ invitation: { account_name, role } }: { readonly invitation: Open }) {
	const { name, may } = memberRoleWords[role];
	return (
		<>
			You are invited to <bdi>{account_name}</bdi> as {name.toLowerCase()}: {may.toLowerCase()}.
		</>
	);
}

interface AsSelfProps {
	readonly email: string;
	readonly token: string;
	readonly join: ReturnType<typeof useAccountChange<"POST /invitation/accept">>;
}

function AsSelf({ email, token, join }: AsSelfProps) {
	return (
		<>
			<FailureNotice error={join.error} />
			<Button fullWidth loading={join.isPending} onClick={() => join.mutate({ token })} size="md">
				Join
			</Button>
			<p className={classes.other}>
				You are signed in as <bdi>{email}</bdi>.
			</p>
		</>
	);
}

interface AsNewcomerProps {
	readonly invitation: Open;
	readonly token: string;
	readonly signUp: ReturnType<typeof useSignIn<"POST /invitation/sign-up">>;
}

function AsNewcomer({ invitation, token, signUp }: AsNewcomerProps) {
	const service = useSession().data?.service;
	return (
		<>
			{service?.local_sign_in === false ? null : (
				<CredentialsForm
					action="Join"
					email={invitation.email ?? ""}
					act={signUp}
					onSubmit={(entered) => signUp.mutate({ ...entered, token })}
					passwordAutoComplete="new-password"
					passwordDescription="At least 10 characters that are not easy to guess."
					passwordProblem={newPasswordProblem}
				/>
			)}
			<p className={classes.other}>
				Do you have an account?{" "}
				<Anchor component={Link} state={{ from: "/invitation" }} to="/sign-in">
					Sign in
				</Anchor>{" "}
				to join with it.
			</p>
		</>
	);
}

function Joined() {
	forgetToken();
	return <Navigate replace to="/" />;
}

function NotOpen({ failure }: { readonly failure: Failure }) {
	if (failure.code !== "link_invalid")
		return (
			<Lobby>
				<FailureNotice error={failure} />
			</Lobby>
		);
	forgetToken();
	return (
		<Over>This link was already used, withdrawn, or is more than a week old. Ask whoever invited you.</Over>
	);
}

function Over({ children }: { readonly children: string }) {
	return (
		<Lobby>
			<PageHead description={children} name="This invitation does not work" />
			<p className={classes.other}>
				<Anchor component={Link} to="/">
					To the start page
				</Anchor>
			</p>
		</Lobby>
	);
}
