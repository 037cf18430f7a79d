import { Button, Modal, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconLink } from "@tabler/icons-react";
import { type CaseLink, useAction, useRoute } from "../../../api/routes.ts";
import { formatMoment } from "../../../format/dates.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { type Column, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { SecretOnce } from "../../../parts/SecretOnce.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";

/** Links that show the report of a case to somebody without an account. */
export function CaseLinks({ caseId }: { readonly caseId: string }) {
	const [isMaking, dialog] = useDisclosure(false);
	const links = useRoute("GET /admin/traces/{case_id}/links", { path: { case_id: caseId } });
	return (
		<Surface
			actions={
				<Button
					leftSection={<IconLink aria-hidden="true" size={17} stroke={1.8} />}
					onClick={dialog.open}
					variant="default"
				>
					Make a link
				</Button>
			}
			description="A link shows the report to whoever has it, such as your lawyer, without an account and until it ends. It gives no access to anything else."
			flush={(links.data?.data.length ?? 0) > 0}
			title="Links for handing it over"
		>
			{links.data?.data.length === 0 ? (
				"None so far."
			) : (
				<Listing
					columns={[...linkColumns, revoking(caseId)]}
					isDense
					name="Links"
					query={links}
					rowKey={({ link_id }) => link_id}
					waiting={1}
				/>
			)}
			{isMaking ? <LinkDialog caseId={caseId} onClose={dialog.close} /> : null}
		</Surface>
	);
}

const linkColumns: readonly Column<CaseLink>[] = [
	{ name: "Made", isTitle: true, cell: ({ created_at }) => <Moment at={created_at} /> },
	{ name: "By", cell: ({ created_by }) => (created_by === null ? "–" : <bdi>{created_by}</bdi>) },
	{ name: "State", cell: ({ state }) => <StateBadge state={state} /> },
	{ name: "Ends", cell: ({ expires_at }) => <Moment at={expires_at} /> },
	{ name: "Opened", isNumber: true, cell: ({ opened_count }) => `${opened_count}×` },
	{
		name: "Last opened",
		cell: ({ last_opened_at }) => (last_opened_at === null ? "Never" : <Moment at={last_opened_at} />),
	},
];

const revoking = (caseId: string): Column<CaseLink> => ({
	name: "Actions",
	isActions: true,
	cell: (link) => (link.state === "active" ? <Revoke caseId={caseId} link={link} /> : null),
});

function Revoke({ caseId, link }: { readonly caseId: string; readonly link: CaseLink }) {
	const revoke = useAction("DELETE /admin/traces/{case_id}/links/{link_id}", {
		path: { case_id: caseId, link_id: link.link_id },
	});
	return (
		<ActionButton
			act={revoke}
			aria-label={`Revoke the link made ${formatMoment(link.created_at)}`}
			done="Link revoked."
			size="xs"
		>
			Revoke
		</ActionButton>
	);
}

/** Asks how long a link works; then shows it. */
function LinkDialog({ caseId, onClose }: { readonly caseId: string; readonly onClose: () => void }) {
	const make = useAction("POST /admin/traces/{case_id}/links", { path: { case_id: caseId } });
	const form = useForm({
		initialValues: { days: "14" },
		validate: { days: (days) => (/^([1-9]|[1-8]\d|90)$/.test(days.trim()) ? null : "Enter 1 to 90 days.") },
	});
	if (make.data)
		return (
			<Modal onClose={onClose} opened size="lg" title="Link made">
				<SecretOnce onDone={onClose} secret={{ name: "Link", text: make.data.link }}>
					Send it over a channel you trust: whoever has it sees the report until{" "}
					{formatMoment(make.data.expires_at)}. It will not be shown again; if it is lost, revoke it and make
					another.
				</SecretOnce>
			</Modal>
		);
	return (
		<DialogForm
			act={make}
			action="Make link"
			form={form}
			onClose={onClose}
			onSubmit={({ days }) => make.mutate({ body: { days: Number(days) } })}
			title="Make a link to the report"
		>
			<TextInput
				data-autofocus
				inputMode="numeric"
				label="Days until it ends, 1 to 90"
				{...form.getInputProps("days")}
			/>
		</DialogForm>
	);
}
