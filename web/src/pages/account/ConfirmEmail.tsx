import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { useConfirmEmail } from "../../api/mail.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { takeToken } from "../sign-in/take-token.ts";

/** Verifies an address with the link that was mailed to it: by a button, since mail programs open links by themselves. */
export function ConfirmEmail() {
	const [token] = useState(takeToken);
	const confirm = useConfirmEmail();
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
				<Button loading={confirm.isPending} onClick={() => confirm.mutate(token)} size="md">
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
	if (isDone) return "You sign in with it from now on, and get mail there.";
	if (token === "") return "This link is incomplete. Open it exactly as it was mailed to you.";
	if (isOver) return "This link was used already, a newer one was mailed, or it is older than a day.";
	return "It becomes the address of your account.";
}
