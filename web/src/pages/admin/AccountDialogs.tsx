import { Button, Checkbox, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type AdminAccount, useAction } from "../../api/routes.ts";
import { countProblem, parseCount } from "../../format/amounts.ts";
import { formatMoment } from "../../format/dates.ts";
import { ROLES, type Role, roleWords } from "../../format/roles.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { CopyButton } from "../../parts/Copy.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import classes from "./Administration.module.css";

export function DisableDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Disable"
			act={useAction("POST /admin/accounts/{account_id}/disable", {
				path: { account_id: props.account.account_id },
			})}
			done="Account disabled."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Disable this account?"
			typed={props.account.email}
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere and cannot sign in until you enable the
			account again. Its keys keep working; revoke them to stop the programs that use them.
		</ConfirmDialog>
	);
}

export function TotpOffDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Turn off"
			act={useAction("DELETE /admin/accounts/{account_id}/totp", {
				path: { account_id: props.account.account_id },
			})}
			done="Two-factor sign-in is off for this account."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Turn off two-factor sign-in?"
			typed={props.account.email}
		>
			A password will be enough to sign in to <bdi>{props.account.email}</bdi> until its owner sets up
			two-factor sign-in again. You cannot turn it back on from here. Only do this for somebody you know who
			has lost their authenticator.
		</ConfirmDialog>
	);
}

export function UnlinkDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Unlink"
			act={useAction("DELETE /admin/accounts/{account_id}/identities", {
				path: { account_id: props.account.account_id },
			})}
			done="Unlinked. The next single sign-on with this address links it again."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Unlink single sign-on?"
			typed={props.account.email}
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere. Whoever signs in next by single sign-on
			with this address gets the account, with its keys and credits. Only do this if that person may have it.
		</ConfirmDialog>
	);
}

/** Props of every dialog about one account. */
export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}

/** The maximum that the service accepts. */
const MOST_KEYS = 1000;

/** Overrides the maximum number of active keys for one account. */
export function KeysAllowedDialog({ account, onClose }: AccountDialogProps) {
	const change = useAction("PATCH /admin/accounts/{account_id}", {
		path: { account_id: account.account_id },
	});
	const form = useForm({
		mode: "controlled",
		initialValues: { allowed: account.keys_allowed === null ? "" : String(account.keys_allowed) },
		validate: { allowed: (text) => (text.trim() === "" ? null : countProblem(text, MOST_KEYS)) },
	});
	return (
		<DialogForm
			onClose={onClose}
			title="Number of keys"
			action="Save"
			act={change}
			form={form}
			onSubmit={({ allowed }) =>
				change.mutate(
					{ body: { keys_allowed: parseCount(allowed) ?? null } },
					{
						onSuccess: () => {
							notifySuccess("Saved.");
							onClose();
						},
					},
				)
			}
		>
			<TextInput
				data-autofocus
				description="Leave empty to use the limit for all accounts. Existing keys keep working."
				inputMode="numeric"
				label={
					<>
						Active keys of <bdi>{account.email}</bdi>
					</>
				}
				{...form.getInputProps("allowed")}
			/>
		</DialogForm>
	);
}

/** The roles of an account: what it may do besides managing its own keys. */
export function RolesDialog({ account, onClose }: AccountDialogProps) {
	const change = useAction("PUT /admin/accounts/{account_id}/roles", {
		path: { account_id: account.account_id },
	});
	const form = useForm<{ roles: Role[] }>({
		mode: "controlled",
		initialValues: { roles: [...account.roles] },
	});
	return (
		<DialogForm
			onClose={onClose}
			title="Roles"
			action="Save"
			act={change}
			form={form}
			onSubmit={({ roles }) =>
				change.mutate(
					{ body: { roles } },
					{
						onSuccess: () => {
							notifySuccess("Saved.");
							onClose();
						},
					},
				)
			}
		>
			<Checkbox.Group
				description="Changes apply from the account's next request. It stays signed in."
				label={
					<>
						What <bdi>{account.email}</bdi> may do
					</>
				}
				{...form.getInputProps("roles")}
			>
				<Stack gap="sm" mt="sm">
					{ROLES.map((role, place) => (
						<Checkbox
							data-autofocus={place === 0 || undefined}
							description={roleWords[role].may}
							key={role}
							label={roleWords[role].name}
							value={role}
						/>
					))}
				</Stack>
			</Checkbox.Group>
		</DialogForm>
	);
}

const LONGEST_NAME = 100;

/** Lets an account propose pictures and metadata, under the ownership that approved pictures carry. */
export function ProposesAsDialog({ account, onClose }: AccountDialogProps) {
	const [name, setName] = useState(account.proposes_as ?? "");
	const change = useAction("PUT /admin/accounts/{account_id}/proposes-as", {
		path: { account_id: account.account_id },
	});
	const given = name.trim();
	return (
		<Modal onClose={onClose} opened title="Proposals">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate(
						{ body: { proposes_as: given === "" ? null : given } },
						{
							onSuccess: () => {
								notifySuccess(given === "" ? "The account can no longer propose." : "Saved.");
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					<p>
						<bdi>{account.email}</bdi> can propose pictures and metadata under this name. Nothing goes into
						the catalogue until a catalogue editor approves it.
					</p>
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						data-autofocus
						description="Approved pictures carry this name, and API clients can read it. Leave empty to stop the account from proposing."
						dir="auto"
						label="Ownership"
						maxLength={LONGEST_NAME}
						onChange={(event) => setName(event.currentTarget.value)}
						placeholder="Golden Sheaf Bakery"
						value={name}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button loading={change.isPending} type="submit">
							Save
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}

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
