import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ComponentProps } from "react";
import { type AdminAccount, useAction } from "../../api/routes.ts";
import { countProblem, parseCount } from "../../format/amounts.ts";
import { ROLES, type Role, roleWords } from "../../format/roles.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { LinkOnce } from "../../parts/LinkOnce.tsx";
import { done } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";

/** Props of every dialog about one account. */
export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}

const pathOf = ({ account_id }: AdminAccount) => ({ path: { account_id } });

type ConfirmProps = Omit<ComponentProps<typeof ConfirmDialog>, "typed">;

function ConfirmFor({ account, ...props }: ConfirmProps & AccountDialogProps) {
	return <ConfirmDialog {...props} typed={account.email} />;
}

export function DisableDialog(props: AccountDialogProps) {
	return (
		<ConfirmFor
			{...props}
			action="Disable"
			act={useAction("POST /admin/accounts/{account_id}/disable", pathOf(props.account))}
			done="Account disabled."
			title="Disable this account?"
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere and cannot sign in until you enable the
			account again. Its keys keep working; revoke them to stop the programs that use them.
		</ConfirmFor>
	);
}

export function TotpOffDialog(props: AccountDialogProps) {
	return (
		<ConfirmFor
			{...props}
			action="Turn off"
			act={useAction("DELETE /admin/accounts/{account_id}/totp", pathOf(props.account))}
			done="Two-factor sign-in is off for this account."
			title="Turn off two-factor sign-in?"
		>
			A password will be enough to sign in to <bdi>{props.account.email}</bdi> until its owner sets up
			two-factor sign-in again. You cannot turn it back on from here. Only do this for somebody you know who
			has lost their authenticator.
		</ConfirmFor>
	);
}

export function UnlinkDialog(props: AccountDialogProps) {
	return (
		<ConfirmFor
			{...props}
			action="Unlink"
			act={useAction("DELETE /admin/accounts/{account_id}/identities", pathOf(props.account))}
			done="Unlinked. The next single sign-on with this address links it again."
			title="Unlink single sign-on?"
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere. Whoever signs in next by single sign-on
			with this address gets the account, with its keys and credits. Only do this if that person may have it.
		</ConfirmFor>
	);
}

/** The maximum that the service accepts. */
const MOST_KEYS = 1000;

/** Overrides the maximum number of active keys for one account. */
export function KeysAllowedDialog({ account, onClose }: AccountDialogProps) {
	const change = useAction("PATCH /admin/accounts/{account_id}", pathOf(account));
	const form = useForm({
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
				change.mutate({ body: { keys_allowed: parseCount(allowed) ?? null } }, done("Saved.", onClose))
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
	const change = useAction("PUT /admin/accounts/{account_id}/roles", pathOf(account));
	const form = useForm<{ roles: Role[] }>({
		initialValues: { roles: [...account.roles] },
	});
	return (
		<DialogForm
			onClose={onClose}
			title="Roles"
			action="Save"
			act={change}
			form={form}
			onSubmit={({ roles }) => change.mutate({ body: { roles } }, done("Saved.", onClose))}
		>
			<Checkbox.Group
				description="Changes apply from the next page that the account opens. It stays signed in."
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
	const change = useAction("PUT /admin/accounts/{account_id}/proposes-as", pathOf(account));
	const form = useForm({ initialValues: { name: account.proposes_as ?? "" } });
	const given = form.values.name.trim();
	return (
		<DialogForm
			act={change}
			action="Save"
			form={form}
			onClose={onClose}
			onSubmit={() =>
				change.mutate(
					{ body: { proposes_as: given === "" ? null : given } },
					done(given === "" ? "The account can no longer suggest corrections." : "Saved.", onClose),
				)
			}
			title="Suggestions"
		>
			<Text my="1em">
				<bdi>{account.email}</bdi> can suggest pictures and metadata under this name. Nothing goes into the
				catalogue until a catalogue editor approves it.
			</Text>
			<TextInput
				data-autofocus
				description="Approved pictures carry this name, and API clients can read it. Leave empty to stop the account from suggesting."
				label="Ownership"
				maxLength={LONGEST_NAME}
				placeholder="Golden Sheaf Bakery"
				{...form.getInputProps("name")}
			/>
		</DialogForm>
	);
}

/** Creates a one-time link and shows it once, to be passed on over a channel the administrator trusts. */
export function ResetLinkDialog({ account, onClose }: AccountDialogProps) {
	const make = useAction("POST /admin/accounts/{account_id}/password-reset", pathOf(account));
	if (make.data)
		return <LinkOnce made={make.data} onClose={onClose} title="Reset link" whom={account.email} />;
	return (
		<Modal onClose={onClose} opened size="lg" title="Make a reset link?">
			<Stack gap="md">
				<p>Anybody with the link can set a new password for this account, once.</p>
				<p>
					Account: <bdi>{account.email}</bdi>
				</p>
				<FailureNotice error={make.error} />
				<Group gap="sm" justify="flex-end">
					<Button data-autofocus onClick={onClose} variant="default">
						Cancel
					</Button>
					<Button loading={make.isPending} onClick={() => make.mutate()}>
						Make the link
					</Button>
				</Group>
			</Stack>
		</Modal>
	);
}

/** Opens an account for somebody, and shows the link with which they choose a password. */
export function OpenAccountDialog({ onClose }: { readonly onClose: () => void }) {
	const open = useAction("POST /admin/accounts");
	const form = useForm({
		initialValues: { email: "" },
		validate: { email: emailProblem },
	});
	if (open.data) {
		const { account, ...made } = open.data;
		return <LinkOnce made={made} onClose={onClose} title="Account opened" whom={account.email} />;
	}
	return (
		<DialogForm
			act={open}
			action="Open the account"
			form={form}
			onClose={onClose}
			onSubmit={({ email }) => open.mutate({ body: { email: email.trim() } })}
			refusals={{ email_taken: "email" }}
			title="Open an account"
		>
			<TextInput
				autoComplete="off"
				data-autofocus
				description="They choose a password with a link that works once, and can find and order products. Roles are given afterwards."
				label="E-mail address"
				type="email"
				{...form.getInputProps("email")}
			/>
		</DialogForm>
	);
}
