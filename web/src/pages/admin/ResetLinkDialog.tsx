import { Button, Group, Modal, Stack } from "@mantine/core";
import { useAction } from "../../api/use-route.ts";
import { formatMoment } from "../../format/dates.ts";
import { CopyButton } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import classes from "./Administration.module.css";
import type { AccountDialogProps } from "./account-dialog.ts";

/** Creates a one-time link and shows it once, to be passed on over a channel the administrator trusts. */
export function ResetLinkDialog({ account, onClose }: AccountDialogProps) {
	const make = useAction("POST /admin/accounts/{account_id}/password-reset", {
		path: { account_id: account.account_id },
	});
	const made = make.data;
	return (
		<Modal onClose={onClose} opened size="lg" title={made ? "Reset link" : "Make a reset link?"}>
			<Stack gap="md">
				<p className={classes.words}>
					{made
						? `It works once, until ${formatMoment(made.expires_at)}. ${
								made.was_mailed
									? "It was also sent to the account's address."
									: "Send it over a channel you trust; it will not be shown again."
							}`
						: "Anybody with the link can set a new password for this account, once."}
				</p>
				<p className={classes.words}>
					Account: <bdi>{account.email}</bdi>
				</p>
				{make.error ? <FailureNotice error={make.error} /> : null}
				{made ? <div className={classes.link}>{made.link}</div> : null}
				<Group gap="sm" justify="flex-end">
					{made ? (
						<>
							<CopyButton name="link" text={made.link} />
							<Button onClick={onClose}>Done</Button>
						</>
					) : (
						<>
							<Button data-autofocus onClick={onClose} variant="default">
								Cancel
							</Button>
							<Button loading={make.isPending} onClick={() => make.mutate()}>
								Make the link
							</Button>
						</>
					)}
				</Group>
			</Stack>
		</Modal>
	);
}
