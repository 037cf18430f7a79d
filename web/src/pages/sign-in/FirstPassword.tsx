import { Button } from "@mantine/core";
import { useAction } from "../../api/routes.ts";
import { useSignOut } from "../../api/session.ts";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

/** A user signed in with a one-time password has to choose their own first. */
export function FirstPassword() {
	const change = useAction("POST /password");
	const signOut = useSignOut();
	return (
		<Lobby>
			<PageHead
				description="You signed in with a one-time password. Choose one that only you know."
				name="Choose your own password"
			/>
			<NewPasswordForm
				currentLabel="Password you signed in with"
				act={change}
				onSubmit={(password, current) => change.mutate({ body: { current, new: password } })}
			/>
			<Button mt="sm" onClick={() => signOut.mutate()} variant="subtle">
				Sign out
			</Button>
		</Lobby>
	);
}
