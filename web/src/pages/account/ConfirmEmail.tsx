import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { useAction } from "../../api/routes.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { takeToken } from "../sign-in/take-token.ts";

/** Verifies an address with a mailed link: by a button, since mail programs open links automatically. */
export function ConfirmEmail() {
	const [token] = useState(takeToken);
	const confirm = useAction("POST /email/confirm");
	const isOver = confirm.error !== null && asFailure(confirm.error).code === "link_invalid";
	const mayGoOn = token !== "" && !isOver && !confirm.isSuccess;
	return (
		<Lobby>
			<PageHead
				description={descriptionFor(token, isOver, confirm.isSuccess)}
				name={confirm.isSuccess ? "Address verified" : "Verify your e-mail address"}
			/>
			{confirm.error && !isOver ? <FailureNotice error={confirm.error} /> : null}
			{mayGoOn ? (
				<Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })} size="md">
					Verify this address
				</Button>
			) : (
				<Anchor component={Link} to="/account">
					Go to your account
				</Anchor>
			)}
		</Lobby>
	);
}

function descriptionFor(token: string, isOver: boolean, isDone: boolean): string {
	if (isDone) return "From now on, you sign in with this address and get your mail there.";
	if (token === "") return "This link is incomplete. Open it exactly as it was mailed to you.";
	if (isOver)
		return "This link no longer works: it has been used, replaced by a newer one, or is more than a day old.";
	return "This will become the e-mail address of your account.";
}
