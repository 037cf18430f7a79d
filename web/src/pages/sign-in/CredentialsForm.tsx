import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Failure } from "../../api/failure.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { emailProblem } from "./email-problem.ts";

interface CredentialsFormProps {
	readonly action: string;
	readonly isBusy: boolean;
	readonly error: Failure | undefined;
	readonly passwordAutoComplete: "current-password" | "new-password";
	readonly passwordDescription?: string;
	readonly onSubmit: (credentials: { email: string; password: string }) => void;
}

export function CredentialsForm(props: CredentialsFormProps) {
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { email: "", password: "" },
		validate: {
			email: emailProblem,
			password: (password) => (password === "" ? "Enter your password." : null),
		},
	});
	const isWrong = props.error?.code === "sign_in_failed";
	return (
		<form
			noValidate
			onSubmit={form.onSubmit(({ email, password }) => props.onSubmit({ email: email.trim(), password }))}
		>
			<Stack gap="md">
				{props.error && !isWrong ? <FailureNotice error={props.error} /> : null}
				<TextInput
					autoComplete="username"
					dir="auto"
					inputMode="email"
					label="E-mail address"
					size="md"
					type="email"
					key={form.key("email")}
					{...form.getInputProps("email")}
				/>
				<PasswordInput
					aria-invalid={isWrong || form.errors.password !== undefined}
					autoComplete={props.passwordAutoComplete}
					description={props.passwordDescription}
					label="Password"
					size="md"
					visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
					key={form.key("password")}
					{...form.getInputProps("password")}
					error={form.errors.password ?? (isWrong ? props.error?.message : undefined)}
				/>
				<Button fullWidth loading={props.isBusy} size="md" type="submit">
					{props.action}
				</Button>
			</Stack>
		</form>
	);
}
