import { useForm } from "@mantine/form";
import { useAction } from "../../api/use-route.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { passwordProblem } from "../sign-in/password-problem.ts";

interface RemoveTotpDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

export function RemoveTotpDialog({ opened, onClose }: RemoveTotpDialogProps) {
	const remove = useAction("DELETE /totp");
	const form = useForm({
		mode: "controlled",
		initialValues: { password: "" },
		validate: { password: passwordProblem },
	});
	const close = () => {
		form.reset();
		remove.reset();
		onClose();
	};
	return (
		<DialogForm
			onClose={close}
			opened={opened}
			title="Turn off two-factor sign-in?"
			action="Turn off"
			color="red"
			act={remove}
			form={form}
			onSubmit={(body) =>
				remove.mutate(
					{ body },
					{
						onSuccess: () => {
							notifySuccess("Two-factor sign-in is off.");
							close();
						},
					},
				)
			}
			refusals={{ sign_in_failed: "password" }}
		>
			<span>You will then sign in with just your password, and your recovery codes will stop working.</span>
			<PasswordField
				autoComplete="current-password"
				data-autofocus
				label="Your password"
				{...form.getInputProps("password")}
			/>
		</DialogForm>
	);
}
