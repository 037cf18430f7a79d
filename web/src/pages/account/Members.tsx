import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import type { RouteAnswer } from "../../../../src/routes.ts";
import { type Invitation, type Member, useAction, useRoute } from "../../api/routes.ts";
import { useAccountChange, useSession } from "../../api/session.ts";
import { useMay } from "../../api/use-may.ts";
import { MEMBER_ROLES, type MemberRole, memberRoleWords } from "../../format/member-roles.ts";
import { ActionButton } from "../../parts/ActionButton.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { Form } from "../../parts/Form.tsx";
import { LinkOnce } from "../../parts/LinkOnce.tsx";
import { type Column, DataTable, Listing } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { Mark } from "../../parts/StateBadge.tsx";
import { done, told } from "../../parts/toast.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import classes from "./AccountPage.module.css";

/** Who belongs to the account, and what each may do. */
export function Members() {
	const actsFor = useSession().data?.acts_for;
	const members = useRoute("GET /members");
	const { manage } = useMay();
	const [isInviting, dialog] = useDisclosure(false);
	const invitations = members.data?.invitations ?? [];
	return (
		<>
			<PageHead
				actions={
					manage ? (
						<Button leftSection={<IconUserPlus size={18} />} onClick={dialog.open}>
							Invite somebody
						</Button>
					) : (
						<Leave />
					)
				}
				description={
					<>
						Everybody here works for <bdi>{actsFor?.name}</bdi>, with its credits and orders.
					</>
				}
				name="Members"
			/>
			{isInviting ? <InviteDialog onClose={dialog.close} /> : null}
			<div className={classes.sections}>
				<div className={classes.wide}>
					<Surface flush title="Members">
						<Listing
							columns={manage ? [...memberColumns, actions] : memberColumns}
							name="Members"
							query={members}
							rowKey={({ person_id }) => person_id}
							waiting={2}
						/>
					</Surface>
				</div>
				{invitations.length > 0 ? <Invitations rows={invitations} /> : null}
				{manage && members.data ? <NameSection name={members.data.name} /> : null}
				{manage && members.data ? <BillingSection billing={members.data.billing} /> : null}
			</div>
		</>
	);
}

const memberColumns: readonly Column<Member>[] = [
	{ name: "Who", isTitle: true, cell: (member) => <Who member={member} /> },
	{ name: "Role", cell: (member) => <Role member={member} /> },
	{ name: "Since", cell: ({ joined_at }) => <Moment at={joined_at} /> },
];

const actions: Column<Member> = {
	name: "Actions",
	isActions: true,
	cell: (member) => (member.is_founder ? null : <Remove member={member} />),
};

function Who({ member: { email, person_id } }: { readonly member: Member }) {
	const self = useSession().data?.account?.account_id;
	return (
		<span className={classes.name}>
			<bdi>{email}</bdi>
			{person_id === self ? <Mark color="green">You</Mark> : null}
		</span>
	);
}

function Role({ member }: { readonly member: Member }) {
	const { manage } = useMay();
	const change = useAction("PUT /members/{person_id}/role", { path: { person_id: member.person_id } });
	const { name, may } = memberRoleWords[member.role];
	if (!manage || member.is_founder) return <span title={may}>{name}</span>;
	return (
		<NativeSelect
			aria-label={`Role of ${member.email}`}
			data={MEMBER_ROLES.map((role) => ({ value: role, label: memberRoleWords[role].name }))}
			disabled={change.isPending}
			maw={150}
			onChange={(event) =>
				change.mutate({ body: { role: event.currentTarget.value as MemberRole } }, told("Role changed."))
			}
			size="xs"
			value={member.role}
		/>
	);
}

function Remove({ member }: { readonly member: Member }) {
	const [isAsking, dialog] = useDisclosure(false);
	const remove = useAction("DELETE /members/{person_id}", { path: { person_id: member.person_id } });
	return (
		<>
			<Button aria-label={`Remove ${member.email}`} onClick={dialog.open} size="xs" variant="default">
				Remove
			</Button>
			<ConfirmDialog
				action="Remove"
				act={remove}
				done="Removed."
				onClose={dialog.close}
				opened={isAsking}
				title="Remove this member?"
			>
				<bdi>{member.email}</bdi> is signed out of this account at once. Keys that they made stay, and so do
				orders. A developer may have copied the secrets of keys: rotate those.
			</ConfirmDialog>
		</>
	);
}

function Leave() {
	const [isAsking, dialog] = useDisclosure(false);
	const leave = useAccountChange("POST /members/leave");
	const navigate = useNavigate();
	return (
		<>
			<Button onClick={dialog.open} variant="default">
				Leave
			</Button>
			<ConfirmDialog
				action="Leave"
				act={leave}
				done="You have left the account."
				onClose={dialog.close}
				onDone={() => void navigate("/")}
				opened={isAsking}
				title="Leave this account?"
			>
				You can then no longer see its orders and credits. To come back, you have to be invited again.
			</ConfirmDialog>
		</>
	);
}

function Invitations({ rows }: { readonly rows: readonly Invitation[] }) {
	const columns: readonly Column<Invitation>[] = [
		{
			name: "For",
			isTitle: true,
			cell: ({ email }) => (email === null ? "Whoever has the link" : <bdi>{email}</bdi>),
		},
		{ name: "Role", cell: ({ role }) => memberRoleWords[role].name },
		{ name: "Until", cell: ({ expires_at }) => <Moment at={expires_at} /> },
		{ name: "Actions", isActions: true, cell: (invitation) => <Withdraw invitation={invitation} /> },
	];
	return (
		<div className={classes.wide}>
			<Surface description="These links have not been used yet." flush title="Invitations">
				<DataTable
					columns={columns}
					name="Invitations"
					rowKey={({ invitation_id }) => invitation_id}
					rows={rows}
				/>
			</Surface>
		</div>
	);
}

function Withdraw({ invitation: { invitation_id, email } }: { readonly invitation: Invitation }) {
	const withdraw = useAction("DELETE /members/invitations/{invitation_id}", { path: { invitation_id } });
	return (
		<ActionButton
			act={withdraw}
			aria-label={`Withdraw the invitation for ${email ?? "whoever has the link"}`}
			done="Withdrawn: the link no longer works."
			size="xs"
		>
			Withdraw
		</ActionButton>
	);
}

function NameSection({ name }: { readonly name: string | null }) {
	const rename = useAction("PUT /members/name");
	const form = useForm({
		initialValues: { name: name ?? "" },
		validate: { name: (text) => (text.trim() === "" ? "Enter a name." : null) },
	});
	return (
		<Surface description="What members see in the sidebar and in invitations." title="Name of the account">
			<Form
				error={rename.error}
				form={form}
				onSubmit={(entered) => rename.mutate({ body: entered }, done("Saved."))}
			>
				<TextInput label="Name" maxLength={100} placeholder="Your shop" {...form.getInputProps("name")} />
				<Button loading={rename.isPending} type="submit">
					Save
				</Button>
			</Form>
		</Surface>
	);
}

type Billing = NonNullable<RouteAnswer<"GET /members">["billing"]>;

/** To whom statements and Stripe's invoices are written. Empty, there is nobody. */
function BillingSection({ billing }: { readonly billing: Billing | null }) {
	const save = useAction("PUT /members/billing");
	const form = useForm({
		initialValues: {
			name: billing?.name ?? "",
			address: billing?.address ?? "",
			country: billing?.country ?? "",
			vatId: billing?.vat_id ?? "",
		},
		validate: {
			name: (name, rest) => (name.trim() === "" && !isEmpty({ ...rest, name }) ? "Enter a name." : null),
			address: (address, rest) =>
				address.trim() === "" && !isEmpty({ ...rest, address }) ? "Enter an address." : null,
			country: (country, rest) =>
				/^[a-z]{2}$/i.test(country.trim()) || isEmpty({ ...rest, country })
					? null
					: "Enter two letters, such as IL.",
		},
	});
	return (
		<Surface description="On statements, and on Stripe's invoices from the next payment on." title="Invoices">
			<Form
				error={save.error}
				form={form}
				onSubmit={(entered) => {
					const { name, address, country, vatId } = entered;
					const given = {
						name: name.trim(),
						address: address.trim(),
						country: country.trim().toUpperCase(),
						vat_id: vatId.trim() || null,
					};
					save.mutate({ body: { billing: isEmpty(entered) ? null : given } }, done("Saved."));
				}}
			>
				<TextInput label="Name or company" maxLength={200} {...form.getInputProps("name")} />
				<Textarea autosize label="Address" maxLength={400} minRows={2} {...form.getInputProps("address")} />
				<TextInput
					description="Two letters, such as IL."
					label="Country"
					maxLength={2}
					{...form.getInputProps("country")}
				/>
				<TextInput label="VAT or tax number" maxLength={30} {...form.getInputProps("vatId")} />
				<Button loading={save.isPending} type="submit">
					Save
				</Button>
			</Form>
		</Surface>
	);
}

const isEmpty = (entered: Readonly<Record<string, string>>) =>
	Object.values(entered).every((text) => text.trim() === "");

/** Invites somebody with a role; then shows the link. */
function InviteDialog({ onClose }: { readonly onClose: () => void }) {
	const invite = useAction("POST /members/invitations");
	const form = useForm<{ email: string; role: MemberRole }>({
		initialValues: { email: "", role: "buyer" },
		validate: { email: (email) => (email.trim() === "" ? null : emailProblem(email)) },
	});
	if (invite.data) {
		const { invitation, link, was_mailed } = invite.data;
		const made = { link, was_mailed, expires_at: invitation.expires_at };
		return <LinkOnce made={made} onClose={onClose} title="Invited" whom={invitation.email} />;
	}
	return (
		<DialogForm
			act={invite}
			action="Invite"
			form={form}
			onClose={onClose}
			onSubmit={({ email, role }) =>
				invite.mutate({ body: { role, ...(email.trim() === "" ? {} : { email: email.trim() }) } })
			}
			refusals={{ already_member: "email" }}
			title="Invite somebody"
		>
			<TextInput
				data-autofocus
				description="Leave empty to make a link that you hand over yourself."
				inputMode="email"
				label="E-mail address"
				{...form.getInputProps("email")}
			/>
			<NativeSelect
				data={MEMBER_ROLES.map((role) => ({ value: role, label: memberRoleWords[role].name }))}
				description={memberRoleWords[form.getValues().role].may}
				label="Role"
				{...form.getInputProps("role")}
			/>
		</DialogForm>
	);
}
