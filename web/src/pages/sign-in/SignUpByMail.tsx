import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSignIn } from "../../api/session.ts";
import { Form, type Sending } from "../../parts/Form.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { emailProblem } from "./email-problem.ts";

/** Asks for an e-mail address, to which a link is mailed. It is not revealed whether it already has an account. */
export function SignUpByMail() {
	const signUp = useSignIn("POST /sign-up");
	if (signUp.isSuccess) {
		return (
			<>
				<PageHead
					description={
						<>
							A mail is on its way to <strong dir="auto">{signUp.variables.email}</strong>. Open its link to
							create your account; it works once, for an hour.
						</>
					}
					key="mailed"
					name="Check your mail"
				/>
				<Button fullWidth onClick={() => signUp.reset()} size="md" variant="default">
					Use another address
				</Button>
			</>
		);
	}
	return (
		<>
			<PageHead
				description="Enter your e-mail address, and we will send you a link to choose a password."
				name="Create an account"
			/>
			<EmailForm act={signUp} onSubmit={(email) => signUp.mutate({ email })} />
		</>
	);
}

interface EmailFormProps {
	readonly act: Sending;
	readonly onSubmit: (email: string) => void;
}

/** Asks for the address to which a link is mailed. */
export function EmailForm({ act, onSubmit }: EmailFormProps) {
	const form = useForm({
		mode: "uncontrolled",
		initialValues: { email: "" },
		validate: { email: emailProblem },
	});
	return (
		<Form error={act.error} form={form} onSubmit={({ email }) => onSubmit(email.trim())}>
			<TextInput
				autoComplete="username"
				inputMode="email"
				key={form.key("email")}
				label="E-mail address"
				size="md"
				type="email"
				{...form.getInputProps("email")}
			/>
			<Button fullWidth loading={act.isPending} size="md" type="submit">
				Mail me a link
			</Button>
		</Form>
	);
}
