import { Badge, Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../api/session.ts";
import type { Account } from "../../api/shapes.ts";
import { useAction, useRoute } from "../../api/use-route.ts";
import { Surface } from "../../parts/Surface.tsx";
import { notifyFailure, notifySuccess } from "../../parts/toast.tsx";
import classes from "./AccountPage.module.css";
import { ChangeEmailDialog } from "./ChangeEmailDialog.tsx";

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
					<Badge color={isVerified ? "green" : "gray"} radius="sm" variant="light">
						{isVerified ? "Verified" : "Not verified"}
					</Badge>
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
							<Button
								loading={verify.isPending}
								onClick={() =>
									verify.mutate(undefined, {
										onSuccess: () => notifySuccess("A link is on its way to your mailbox."),
										onError: notifyFailure,
									})
								}
							>
								Verify
							</Button>
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
