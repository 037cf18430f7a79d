import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useChangeEmail } from "../../api/mail.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import { CurrentPassword } from "./CurrentPassword.tsx";

interface ChangeEmailDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Asks for another address, which is the account's once the link that is mailed to it was opened. */
export function ChangeEmailDialog({ opened, onClose }: ChangeEmailDialogProps) {
	const [email, setEmail] = useState("");
	const [password, setPassword] = useState("");
	const [problem, setProblem] = useState<string | null>(null);
	const change = useChangeEmail();
	const close = () => {
		setEmail("");
		setPassword("");
		setProblem(null);
		change.reset();
		onClose();
	};
	const submit = () => {
		const found = emailProblem(email);
		setProblem(found);
		if (found !== null) return;
		change.mutate(
			{ email, password },
			{
				onSuccess: () => {
					notifySuccess("A link is on its way to the new address.");
					close();
				},
			},
		);
	};
	return (
		<Modal onClose={close} opened={opened} title="Change the e-mail address">
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
			>
				<Stack gap="md">
					<span>We mail a link to the new address. You sign in with the old one until you open it.</span>
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						autoComplete="email"
						error={problem}
						label="New e-mail address"
						onChange={(event) => setEmail(event.currentTarget.value)}
						type="email"
						value={email}
					/>
					<CurrentPassword onChange={setPassword} value={password} />
					<Group gap="sm" justify="flex-end">
						<Button onClick={close} variant="default">
							Cancel
						</Button>
						<Button disabled={email === "" || password === ""} loading={change.isPending} type="submit">
							Mail the link
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
