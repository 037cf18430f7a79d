import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { Form, type Sending } from "../../parts/Form.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { newPasswordProblem, passwordProblem } from "./password-problem.ts";

interface NewPasswordFormProps {
	readonly act: Sending;
	readonly action?: string;
	/** If given, also asks for the current password, with this label. */
	readonly currentLabel?: string;
	/** Content before the fields. */
	readonly children?: ReactNode;
	readonly onSubmit: (password: string, current: string) => void;
}

export function NewPasswordForm(props: NewPasswordFormProps) {
	const { currentLabel } = props;
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { current: "", password: "", again: "" },
		validate: {
			current: (current) => (currentLabel === undefined ? null : passwordProblem(current)),
			password: newPasswordProblem,
			again: (again, { password }) => (again === password ? null : "The passwords do not match."),
		},
	});
	return (
		<Form
			error={props.act.error}
			form={form}
			onSubmit={({ password, current }) => props.onSubmit(password, current)}
			refusals={{ sign_in_failed: "current", password_too_weak: "password" }}
		>
			{props.children}
			{currentLabel === undefined ? null : (
				<PasswordField
					autoComplete="current-password"
					key={form.key("current")}
					label={currentLabel}
					{...form.getInputProps("current")}
				/>
			)}
			<PasswordField
				autoComplete="new-password"
				description="At least 10 characters that are not easy to guess."
				key={form.key("password")}
				label="New password"
				{...form.getInputProps("password")}
			/>
			<PasswordField
				autoComplete="new-password"
				key={form.key("again")}
				label="New password again"
				{...form.getInputProps("again")}
			/>
			<Button loading={props.act.isPending} type="submit">
				{props.action ?? "Set the password"}
			</Button>
		</Form>
	);
}
