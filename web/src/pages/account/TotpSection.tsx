import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type Account, useAction } from "../../api/routes.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { Surface } from "../../parts/Page.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { passwordProblem } from "../sign-in/password-problem.ts";
import classes from "./AccountPage.module.css";
import { TotpDialog } from "./TotpDialog.tsx";

/** Two-factor sign-in: off, being set up, or on, with the number of recovery codes left. */
export function TotpSection({ account }: { readonly account: Account }) {
	const [dialog, setDialog] = useState<"start" | "remove">();
	const isOn = account.totp_enabled;
	return (
		<Surface
			actions={isOn ? <StateBadge state="active" /> : null}
			description="A code from an authenticator app, in addition to the password."
			title="Two-factor sign-in"
		>
			<Stack align="flex-start" gap="md">
				<p className={classes.words}>
					{isOn
						? `You are asked for a code when you sign in. ${recoveryWords(account.recovery_codes_left)}`
						: "With it on, a leaked password is not enough to sign in. You need an authenticator app on your phone or computer."}
				</p>
				{isOn ? (
					<Button color="red" onClick={() => setDialog("remove")} variant="light">
						Turn off
					</Button>
				) : (
					<Button onClick={() => setDialog("start")}>Set up</Button>
				)}
			</Stack>
			<TotpDialog onClose={() => setDialog(undefined)} opened={dialog === "start"} />
			<RemoveTotpDialog onClose={() => setDialog(undefined)} opened={dialog === "remove"} />
		</Surface>
	);
}

function recoveryWords(left: number): string {
	if (left === 0) return "You have no recovery codes left: turn it off and on again to get new ones.";
	return `${left} recovery ${left === 1 ? "code is" : "codes are"} left.`;
}

interface RemoveTotpDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

function RemoveTotpDialog({ opened, onClose }: RemoveTotpDialogProps) {
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
