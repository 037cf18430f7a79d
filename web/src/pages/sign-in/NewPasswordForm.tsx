import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { FailureNotice } from "../../parts/FailureNotice.tsx";

interface NewPasswordFormProps {
	readonly isBusy: boolean;
	readonly error: unknown;
	readonly action?: string;
	/** Fields that come before, such as the current password. */
	readonly children?: ReactNode;
	readonly onSubmit: (password: string) => void;
}

/** A new password, given twice. */
export function NewPasswordForm({
	isBusy,
	error,
	action = "Set the password",
	children,
	onSubmit,
}: NewPasswordFormProps) {
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { password: "", again: "" },
		validate: {
			password: (password) => (password.length < 10 ? "Use at least 10 characters." : null),
			again: (again, { password }) => (again === password ? null : "The passwords do not match."),
		},
	});
	return (
		<form noValidate onSubmit={form.onSubmit(({ password }) => onSubmit(password))}>
			<Stack gap="md">
				{error ? <FailureNotice error={error} /> : null}
				{children}
				<PasswordInput
					autoComplete="new-password"
					description="At least 10 characters that are not easy to guess."
					key={form.key("password")}
					label="New password"
					visibilityToggleButtonProps={{ "aria-label": "Show or hide the new password", tabIndex: 0 }}
					{...form.getInputProps("password")}
				/>
				<PasswordInput
					autoComplete="new-password"
					key={form.key("again")}
					label="New password again"
					visibilityToggleButtonProps={{ "aria-label": "Show or hide the repeated password", tabIndex: 0 }}
					{...form.getInputProps("again")}
				/>
				<Button loading={isBusy} type="submit">
					{action}
				</Button>
			</Stack>
		</form>
	);
}
