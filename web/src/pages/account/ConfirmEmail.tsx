import { Anchor, Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { useAction } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { Splash } from "../../shell/Splash.tsx";
import { forgetToken, rememberedToken } from "../sign-in/take-token.ts";

/** Verifies an address with a mailed link, in a session of its account: by a button, since mail programs open links automatically. */
export function ConfirmEmail() {
	const [token] = useState(rememberedToken);
	const session = useSession();
	const confirm = useAction("POST /email/confirm");
	const isOver = confirm.error !== null && asFailure(confirm.error).code === "link_invalid";
	const isDone = confirm.isSuccess;
	useEffect(() => {
		if (isDone || isOver) forgetToken();
	}, [isDone, isOver]);
	if (session.data === undefined) return <Splash />;
	const { account } = session.data;
	if (isDone) return <Said name="Address verified">{DONE}</Said>;
	if (token === "") return <Said>This link is incomplete. Open it exactly as it was mailed to you.</Said>;
	if (isOver) return <Said>{OVER}</Said>;
	if (!account) return <SignInFirst />;
	return (
		<Lobby>
			<PageHead
				description={
					<>
						The address to which this link was mailed will be that of the account in which you are signed in:{" "}
						<bdi>{account.email}</bdi>. {account.email_verified ? null : FIRST}
					</>
				}
				name={NAME}
			/>
			<FailureNotice error={confirm.error} />
			<Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })} size="md">
				Verify this address
			</Button>
		</Lobby>
	);
}

const NAME = "Verify your e-mail address";
const DONE = "From now on, you sign in with this address and get your mail there.";
const OVER =
	"This link no longer works: it has been used, replaced by a newer one, or is more than a day old.";
const FIRST =
	"As long as it is not verified, somebody else may have opened the account: other sessions end, and its members have to be invited again.";

function Said({ name = NAME, children }: { readonly name?: string; readonly children: ReactNode }) {
	return (
		<Lobby>
			<PageHead description={children} name={name} />
			<Anchor component={Link} to="/account">
				Go to your account
			</Anchor>
		</Lobby>
	);
}

/** Whoever gets such a mail unasked has no password for the account, and must not make it somebody else's. */
function SignInFirst() {
	return (
		<Lobby>
			<PageHead
				description="This link works only for whoever is signed in to its account. If you did not open an account here, close this page: nothing happens."
				name={NAME}
			/>
			<Button component={Link} size="md" state={{ from: "/email/confirm" }} to="/sign-in">
				Sign in
			</Button>
		</Lobby>
	);
}
