import { Button } from "@mantine/core";
import { useSignOut } from "../../api/session.ts";
import { useAction } from "../../api/use-route.ts";
import { PageHead } from "../../parts/PageHead.tsx";
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
				error={change.error}
				isBusy={change.isPending}
				onSubmit={(password, current) => change.mutate({ body: { current, new: password } })}
			/>
			<Button mt="sm" onClick={() => signOut.mutate()} variant="subtle">
				Sign out
			</Button>
		</Lobby>
	);
}
