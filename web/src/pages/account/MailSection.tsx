import { Skeleton, Stack, Switch } from "@mantine/core";
import { type MailChoice, useChooseMail, useMailChoice } from "../../api/mail.ts";
import { useSession } from "../../api/session.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { notifyFailure } from "../../parts/toast.tsx";
import classes from "./AccountPage.module.css";

/** Which mail the account gets. */
export function MailSection() {
	const choice = useMailChoice();
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
	const choose = useChooseMail();
	const proposes = useSession().data?.account?.proposes_as != null;
	const hour = `${String(choice.digest_hour).padStart(2, "0")}:00 UTC`;
	const mayTurnOn = choice.email_verified;
	return (
		<Stack gap="md">
			<Switch
				checked={choice.low_balance}
				description="Whenever the balance of a key falls below its low-balance mark."
				disabled={choose.isPending || (!mayTurnOn && !choice.low_balance)}
				label="Low balance"
				onChange={(event) =>
					choose.mutate({ low_balance: event.currentTarget.checked }, { onError: notifyFailure })
				}
			/>
			<Switch
				checked={choice.digest}
				description={`Yesterday's spending, calls, refusals and balances, sent after ${hour}. Skipped if there were no calls.`}
				disabled={choose.isPending || (!mayTurnOn && !choice.digest)}
				label="Daily digest"
				onChange={(event) =>
					choose.mutate({ digest: event.currentTarget.checked }, { onError: notifyFailure })
				}
			/>
			{proposes ? (
				<Switch
					checked={choice.proposals}
					description="Whether your proposals were approved or rejected, and why. Several decisions may share one mail."
					disabled={choose.isPending || (!mayTurnOn && !choice.proposals)}
					label="Decisions on proposals"
					onChange={(event) =>
						choose.mutate({ proposals: event.currentTarget.checked }, { onError: notifyFailure })
					}
				/>
			) : null}
		</Stack>
	);
}
