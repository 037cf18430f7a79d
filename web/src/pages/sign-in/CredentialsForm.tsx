import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Form, type Sending } from "../../parts/Form.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { emailProblem } from "./email-problem.ts";

interface CredentialsFormProps {
	readonly action: string;
	/** Entered already. */
	readonly email?: string;
	readonly act: Sending;
	readonly passwordAutoComplete: "current-password" | "new-password";
	readonly passwordDescription?: string;
	readonly passwordProblem: (password: string) => string | null;
	readonly onSubmit: (credentials: { email: string; password: string }) => void;
}

export function CredentialsForm(props: CredentialsFormProps) {
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { email: props.email ?? "", password: "" },
		validate: { email: emailProblem, password: props.passwordProblem },
	});
	return (
		<Form
			error={props.act.error}
			form={form}
			onSubmit={({ email, password }) => props.onSubmit({ email: email.trim(), password })}
			refusals={{ sign_in_failed: "password", password_too_weak: "password", email_taken: "email" }}
		>
			<TextInput
				autoComplete="username"
				inputMode="email"
				label="E-mail address"
				size="md"
				type="email"
				key={form.key("email")}
				{...form.getInputProps("email")}
			/>
			<PasswordField
				autoComplete={props.passwordAutoComplete}
				description={props.passwordDescription}
				label="Password"
				size="md"
				key={form.key("password")}
				{...form.getInputProps("password")}
			/>
			<Button fullWidth loading={props.act.isPending} size="md" type="submit">
				{props.action}
			</Button>
		</Form>
	);
}
