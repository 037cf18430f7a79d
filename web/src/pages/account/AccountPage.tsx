import { Badge, Button, Group, Skeleton, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { RouteBody } from "../../../../src/routes.ts";
import { type Account, type MailChoice, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { ActionButton } from "../../parts/ActionButton.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { done, notifyFailure } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import { NewPasswordForm } from "../sign-in/NewPasswordForm.tsx";
import { passwordProblem } from "../sign-in/password-problem.ts";
import classes from "./AccountPage.module.css";
import { SessionsSection } from "./SessionsSection.tsx";
import { TotpDialog } from "./TotpDialog.tsx";

/** Address, mail, password, two-factor sign-in and sessions of the signed-in account. */
export function AccountPage() {
	const { data } = useSession();
	const account = data?.account;
	if (!account) return null;
	return (
		<>
			<PageHead description={<bdi>{account.email}</bdi>} name="Your sign-in" />
			<div className={classes.sections}>
				<EmailSection account={account} />
				<MailSection />
				<PasswordSection email={account.email} />
				<TotpSection account={account} />
				<div className={classes.wide}>
					<SessionsSection />
				</div>
			</div>
		</>
	);
}

function PasswordSection({ email }: { readonly email: string }) {
	const [round, setRound] = useState(0);
	const change = useAction("POST /password");
	return (
		<Surface description="Changing it signs you out everywhere else." title="Password">
			<NewPasswordForm
				action="Change the password"
				currentLabel="Current password"
				act={change}
				key={round}
				onSubmit={(password, current) =>
					change.mutate(
						{ body: { current, new: password } },
						done("Password changed.", () => setRound(round + 1)),
					)
				}
			>
				<input autoComplete="username" hidden readOnly type="text" value={email} />
			</NewPasswordForm>
		</Surface>
	);
}

function MailSection() {
	const choice = useRoute("GET /mail-choice");
	const isVerified = choice.data?.email_verified ?? true;
	return (
		<Surface
			description={`Mail is only sent to verified addresses${isVerified ? "." : ": verify yours first."}`}
			title="Mail"
		>
			<FailureNotice error={choice.error} onRetry={() => choice.refetch()} />
			{choice.isPending ? <Skeleton height={120} /> : null}
			{choice.data?.is_available === false ? (
				<p className="note">This service does not send mail: its operator has not set it up.</p>
			) : null}
			{choice.data?.is_available ? <Switches choice={choice.data} /> : null}
		</Surface>
	);
}

function Switches({ choice }: { readonly choice: MailChoice }) {
	const change = useAction("PATCH /mail-choice");
	const choose = (body: RouteBody<"PATCH /mail-choice">) =>
		change.mutate({ body }, { onError: notifyFailure });
	const proposes = useSession().data?.account?.proposes_as != null;
	const hour = `${String(choice.digest_hour).padStart(2, "0")}:00 UTC`;
	const mayTurnOn = choice.email_verified;
	return (
		<Stack gap="md">
			<Switch
				checked={choice.low_balance}
				description="Whenever a balance falls below its low-balance mark, at 50, 80 and 100 % of a cap, and when automatic top-up pays or ends."
				disabled={change.isPending || (!mayTurnOn && !choice.low_balance)}
				label="Low balance and caps"
				onChange={(event) => choose({ low_balance: event.currentTarget.checked })}
			/>
			<Switch
				checked={choice.kosher_alerts}
				description="When one is published, changed or ended about a product that an account bought of which you are the owner or a buyer."
				disabled={change.isPending || (!mayTurnOn && !choice.kosher_alerts)}
				label="Kosher alerts"
				onChange={(event) => choose({ kosher_alerts: event.currentTarget.checked })}
			/>
			<Switch
				checked={choice.digest}
				description={`Yesterday's spending, calls, refusals and balances, sent after ${hour}. Skipped if there were no calls.`}
				disabled={change.isPending || (!mayTurnOn && !choice.digest)}
				label="Daily digest"
				onChange={(event) => choose({ digest: event.currentTarget.checked })}
			/>
			{proposes ? (
				<Switch
					checked={choice.proposals}
					description="Whether your suggestions were approved or rejected, and why. Several decisions may share one mail."
					disabled={change.isPending || (!mayTurnOn && !choice.proposals)}
					label="Decisions on suggestions"
					onChange={(event) => choose({ proposals: event.currentTarget.checked })}
				/>
			) : null}
		</Stack>
	);
}

/** Two-factor sign-in: off, being set up, or on, with the number of recovery codes left. */
function TotpSection({ account }: { readonly account: Account }) {
	const [dialog, setDialog] = useState<"start" | "remove">();
	const isOn = account.totp_enabled;
	return (
		<Surface
			actions={isOn ? <StateBadge state="active" /> : null}
			description="A code from an authenticator app, in addition to the password."
			title="Two-factor sign-in"
		>
			<Stack align="flex-start" gap="md">
				<p>
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

function RemoveTotpDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
	const remove = useAction("DELETE /totp");
	const form = useForm({
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
			onSubmit={(body) => remove.mutate({ body }, done("Two-factor sign-in is off.", close))}
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

/** The address of the account, with its verification and change. Both need a mail server. */
function EmailSection({ account }: { readonly account: Account }) {
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
				<p>
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
					<p className="note">
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
