import { Button, Menu, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBan, IconChevronDown, IconCoins, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { type AnyClient, type CreditsAdded, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { parseSignedAmount, signedAmountProblem } from "../../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import { noteProblem } from "../../../format/names.ts";
import { MenuAction } from "../../../parts/ActionButton.tsx";
import { ConfirmDialog, RevokeDialog } from "../../../parts/ConfirmDialog.tsx";
import { AmountInput, DialogForm } from "../../../parts/DialogForm.tsx";
import { done } from "../../../parts/toast.tsx";
import { ClientSecret } from "../clients/ClientSecret.tsx";

/** Adds credits, with a note for the ledger; a negative amount deducts them. */
function CreditsDialog({ client, onClose }: ClientDialogProps) {
	const add = useAction("POST /admin/clients/{client_id}/credits", { path: { client_id: client.client_id } });
	const key = useIdempotencyKey();
	const form = useForm({
		initialValues: { credits: "", note: "" },
		validate: { credits: signedAmountProblem, note: noteProblem },
	});
	const isTaking = (parseSignedAmount(form.values.credits) ?? 0) < 0;
	return (
		<DialogForm
			onClose={onClose}
			title="Add credits"
			action={isTaking ? "Take back" : "Add"}
			act={add}
			form={form}
			onSubmit={({ credits, note }) =>
				add.mutate(
					{
						body: {
							credits: parseSignedAmount(credits) ?? 0,
							note: note.trim(),
							idempotency_key: key.current(),
						},
					},
					{
						onError: key.renewAfter,
						...done(addedText, onClose),
					},
				)
			}
			refusals={{ balance_too_small: "credits", balance_too_large: "credits", key_not_active: "credits" }}
		>
			<AmountInput
				data-autofocus
				description={`The balance is ${formatCredits(client.credit_balance)}. Enter a negative number to take credits back.`}
				label="Credits"
				{...form.getInputProps("credits")}
			/>
			<Textarea
				description="The owner sees it in the ledger."
				label="Note"
				maxLength={500}
				{...form.getInputProps("note")}
			/>
		</DialogForm>
	);
}

function addedText({ credit_balance, waits_for_second, is_repeat }: CreditsAdded): string {
	if (waits_for_second) return "Requested. A second person has to approve it under Top-ups.";
	return `${is_repeat ? "This had already been done, and was not repeated. " : ""}The balance is ${creditsInWords(credit_balance)}.`;
}

interface ClientDialogProps {
	readonly client: AnyClient;
	readonly onClose: () => void;
}

const dialogs = { credits: CreditsDialog, rotate: RotateClientDialog, revoke: RevokeClientDialog };

/** The actions on a client: accountants add credits, administrators have all of them. */
export function ClientActions({ client }: { readonly client: AnyClient }) {
	const [action, setAction] = useState<keyof typeof dialogs>();
	const Dialog = action && dialogs[action];
	const isAdministrator = useSession().data?.account?.is_administrator ?? false;
	const isRevoked = client.state === "revoked";
	return (
		<>
			<Button
				leftSection={<IconCoins size={17} stroke={1.7} />}
				onClick={() => setAction("credits")}
				variant="default"
			>
				Add credits
			</Button>
			{isAdministrator && !isRevoked ? (
				<Menu width={220}>
					<Menu.Target>
						<Button rightSection={<IconChevronDown size={16} />} variant="default">
							Manage
						</Button>
					</Menu.Target>
					<Menu.Dropdown>
						{client.is_account ? null : (
							<MenuAction icon={IconRefresh} onClick={() => setAction("rotate")}>
								Rotate the API key
							</MenuAction>
						)}
						<MenuAction icon={IconBan} className="dangerous" onClick={() => setAction("revoke")}>
							Revoke for good
						</MenuAction>
					</Menu.Dropdown>
				</Menu>
			) : null}
			{Dialog ? <Dialog client={client} onClose={() => setAction(undefined)} /> : null}
		</>
	);
}

function RevokeClientDialog({ client, onClose }: ClientDialogProps) {
	return (
		<RevokeDialog
			apiKey={client}
			onClose={onClose}
			opened
			revoke={useAction("POST /admin/clients/{client_id}/revoke", {
				path: { client_id: client.client_id },
				body: { confirm: client.client_name },
			})}
		/>
	);
}

/** A new secret: first the warning, then the secret, once. */
function RotateClientDialog({ client, onClose }: ClientDialogProps) {
	const rotate = useAction("POST /admin/clients/{client_id}/rotate", {
		path: { client_id: client.client_id },
		body: { confirm: client.client_name },
	});
	if (rotate.data) return <ClientSecret onDone={onClose} secret={rotate.data} title="The new API key" />;
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={onClose}
			onDone={() => undefined}
			title="Rotate the API key?"
			typed={client.client_name}
		>
			The old key of <bdi>{client.client_name}</bdi> and every token made with it stop working within five
			seconds, so programs that use it fail until they have the new one. This cannot be undone.
		</ConfirmDialog>
	);
}
