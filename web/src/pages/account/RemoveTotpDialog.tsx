import { Button, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { useState } from "react";
import { useRemoveTotp } from "../../api/account.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";

export function RemoveTotpDialog({
	opened,
	onClose,
}: {
	readonly opened: boolean;
	readonly onClose: () => void;
}) {
	const [password, setPassword] = useState("");
	const remove = useRemoveTotp();
	const close = () => {
		setPassword("");
		remove.reset();
		onClose();
	};
	return (
		<Modal onClose={close} opened={opened} title="Turn off two-factor sign-in?">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					remove.mutate(
						{ password },
						{
							onSuccess: () => {
								notifySuccess("Two-factor sign-in is off.");
								close();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					<span>From then on the password alone opens this account. The recovery codes stop working.</span>
					{remove.error ? <FailureNotice error={remove.error} /> : null}
					<PasswordInput
						autoComplete="current-password"
						data-autofocus
						label="Your password"
						onChange={(event) => setPassword(event.currentTarget.value)}
						value={password}
						visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={close} variant="default">
							Cancel
						</Button>
						<Button color="red" disabled={password === ""} loading={remove.isPending} type="submit">
							Turn off
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
