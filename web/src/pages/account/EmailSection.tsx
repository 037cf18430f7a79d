import { Badge, Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type Account, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { ActionButton } from "../../parts/ActionButton.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { Surface } from "../../parts/Page.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { done } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import { passwordProblem } from "../sign-in/password-problem.ts";
import classes from "./AccountPage.module.css";

/** The address of the account, with its verification and change. Both need a mail server. */
export function EmailSection({ account }: { readonly account: Account }) {
	const [isChanging, setChanging] = useState(false);
	const verify = useAction("POST /email/verification");
	const hasMail = useSession().data?.service.sign_up_by_mail === true;
	const isVerified = useRoute("GET /mail-choice").data?.email_verified ?? account.email_verified;
	return (
		<Surface
			actions={
				hasMail ? (
					<Badge color={isVerified ? "green" : "gray"}>{isVerified ? "Verified" : "Not verified"}</Badge>
				) : null
			}
			description="You sign in with this address and get your mail there."
			title="E-mail address"
		>
			<Stack align="flex-start" gap="md">
				<p className={classes.words}>
					<bdi>{account.email}</bdi>
				</p>
				{hasMail ? (
					<Group gap="sm">
						{isVerified ? null : (
							<ActionButton act={verify} done="A link is on its way to your mailbox." variant="filled">
								Verify
							</ActionButton>
						)}
						<Button onClick={() => setChanging(true)} variant="default">
							Change
						</Button>
					</Group>
				) : (
					<p className={classes.quiet}>
						This service does not send mail, so you cannot verify or change the address here.
					</p>
				)}
			</Stack>
			<ChangeEmailDialog onClose={() => setChanging(false)} opened={isChanging} />
		</Surface>
	);
}

interface ChangeEmailDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Requests a change of address, which takes effect once the link mailed to the new address is opened. */
function ChangeEmailDialog({ opened, onClose }: ChangeEmailDialogProps) {
	const change = useAction("POST /email");
	const form = useForm({
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
					done("A link is on its way to the new address.", close),
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
