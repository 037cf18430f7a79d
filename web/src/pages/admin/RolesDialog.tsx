import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { useSetRoles } from "../../api/administration.ts";
import { ROLES, type Role, roleWords } from "../../format/roles.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

/** What an account may do beside looking after its own keys. */
export function RolesDialog({ account, onClose }: AccountDialogProps) {
	const [roles, setRoles] = useState<readonly string[]>(account.roles);
	const change = useSetRoles();
	return (
		<Modal onClose={onClose} opened title="Roles">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate(
						{ accountId: account.account_id, roles: roles as Role[] },
						{
							onSuccess: () => {
								notifySuccess("Saved.");
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					{change.error ? <FailureNotice error={change.error} /> : null}
					<Checkbox.Group
						description="They hold from the account's next request on; it stays signed in."
						label={
							<>
								What <bdi>{account.email}</bdi> may do
							</>
						}
						onChange={setRoles}
						value={[...roles]}
					>
						<Stack gap="sm" mt="sm">
							{ROLES.map((role) => (
								<Checkbox
									description={roleWords[role].may}
									key={role}
									label={roleWords[role].name}
									value={role}
								/>
							))}
						</Stack>
					</Checkbox.Group>
					<Group gap="sm" justify="flex-end">
						<Button data-autofocus onClick={onClose} variant="default">
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
