import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "../../api/use-route.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import { passwordProblem } from "../sign-in/password-problem.ts";

interface ChangeEmailDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Requests a change of address, which takes effect once the link mailed to the new address is opened. */
export function ChangeEmailDialog({ opened, onClose }: ChangeEmailDialogProps) {
	const change = useAction("POST /email");
	const form = useForm({
		mode: "controlled",
		initialValues: { email: "", password: "" },
		validate: { email: emailProblem, password: passwordProblem },
	});
	const close = () => {
		form.reset();
		change.reset();
		onClose();
	};
	return (
		<DialogForm
			onClose={close}
			opened={opened}
			title="Change the e-mail address"
			action="Mail the link"
			act={change}
			form={form}
			onSubmit={({ email, password }) =>
				change.mutate(
					{ body: { email: email.trim(), password } },
					{
						onSuccess: () => {
							notifySuccess("A link is on its way to the new address.");
							close();
						},
					},
				)
			}
			refusals={{ sign_in_failed: "password", email_taken: "email" }}
		>
			<span>
				We will send a link to the new address. Until you open it, keep signing in with the old one.
			</span>
			<TextInput
				autoComplete="email"
				data-autofocus
				label="New e-mail address"
				type="email"
				{...form.getInputProps("email")}
			/>
			<PasswordField
				autoComplete="current-password"
				label="Your password"
				{...form.getInputProps("password")}
			/>
		</DialogForm>
	);
}
