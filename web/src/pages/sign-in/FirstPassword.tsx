import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useChangePassword } from "../../api/account.ts";
import { useSignOut } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { Lobby } from "../../shell/Lobby.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

/** A person signed in with a one-time password has to choose their own first. */
export function FirstPassword() {
	const [current, setCurrent] = useState("");
	const change = useChangePassword();
	const signOut = useSignOut();
	return (
		<Lobby>
			<PageHead
				description="You signed in with a one-time password. Choose one that only you know."
				name="Choose your own password"
			/>
			<NewPasswordForm
				error={change.error}
				isBusy={change.isPending}
				onSubmit={(password) => change.mutate({ current, new: password })}
			>
				<PasswordInput
					autoComplete="current-password"
					label="Password you signed in with"
					onChange={(event) => setCurrent(event.currentTarget.value)}
					value={current}
					visibilityToggleButtonProps={{ "aria-label": "Show or hide the current password", tabIndex: 0 }}
				/>
			</NewPasswordForm>
			<Button mt="sm" onClick={() => signOut.mutate()} variant="subtle">
				Sign out
			</Button>
		</Lobby>
	);
}
