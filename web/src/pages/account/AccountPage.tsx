import { Skeleton, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import type { RouteBody } from "../../../../src/portal/contract.ts";
import { type MailChoice, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { notifyFailure, notifySuccess } from "../../parts/toast.tsx";
import { NewPasswordForm } from "../sign-in/NewPasswordForm.tsx";
import classes from "./AccountPage.module.css";
import { EmailSection } from "./EmailSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { TotpSection } from "./TotpSection.tsx";

/** Address, mail, password, two-factor sign-in and sessions of the signed-in account. */
export function AccountPage() {
	const { data } = useSession();
	const account = data?.account;
	if (!account) return null;
	return (
		<>
			<PageHead description={<bdi>{account.email}</bdi>} name="Account" />
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
				error={change.error}
				isBusy={change.isPending}
				key={round}
				onSubmit={(password, current) =>
					change.mutate(
						{ body: { current, new: password } },
						{
							onSuccess: () => {
								setRound(round + 1);
								notifySuccess("Password changed.");
							},
						},
					)
				}
			>
				<input autoComplete="username" hidden readOnly type="text" value={email} />
			</NewPasswordForm>
		</Surface>
	);
}

/** Which mail the account gets. */
function MailSection() {
	const choice = useRoute("GET /mail-choice");
	const isVerified = choice.data?.email_verified ?? true;
	return (
		<Surface
			description={`Mail is only sent to verified addresses${isVerified ? "." : ": verify yours first."}`}
			title="Mail"
		>
			{choice.error ? <FailureNotice error={choice.error} onRetry={() => choice.refetch()} /> : null}
			{choice.isPending ? <Skeleton height={120} /> : null}
			{choice.data?.is_available === false ? (
				<p className={classes.quiet}>This service does not send mail: its operator has not set it up.</p>
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
				description="Whenever the balance of a key falls below its low-balance mark."
				disabled={change.isPending || (!mayTurnOn && !choice.low_balance)}
				label="Low balance"
				onChange={(event) => choose({ low_balance: event.currentTarget.checked })}
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
					description="Whether your proposals were approved or rejected, and why. Several decisions may share one mail."
					disabled={change.isPending || (!mayTurnOn && !choice.proposals)}
					label="Decisions on proposals"
					onChange={(event) => choose({ proposals: event.currentTarget.checked })}
				/>
			) : null}
		</Stack>
	);
}
