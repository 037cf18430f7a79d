import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { useRemoveTotp } from "../../api/account.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { CurrentPassword } from "./CurrentPassword.tsx";

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
					<CurrentPassword onChange={setPassword} value={password} />
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
