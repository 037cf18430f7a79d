import { Checkbox, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "../../api/use-route.ts";
import { ROLES, type Role, roleWords } from "../../format/roles.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

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
