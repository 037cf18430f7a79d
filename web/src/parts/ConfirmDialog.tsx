import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FailureNotice } from "./FailureNotice.tsx";

interface ConfirmDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
	readonly title: string;
	/** The warning: what happens, and what cannot be undone. */
	readonly children: ReactNode;
	readonly action: string;
	readonly color?: string;
	readonly isBusy: boolean;
	readonly error: unknown;
	readonly onConfirm: () => void;
}

/** Asks before an irreversible action. The safe answer comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	return (
		<Modal onClose={props.onClose} opened={props.opened} title={props.title}>
			<Stack gap="md">
				<div>{props.children}</div>
				{props.error ? <FailureNotice error={props.error} /> : null}
				<Group gap="sm" justify="flex-end">
					<Button data-autofocus onClick={props.onClose} variant="default">
						Cancel
					</Button>
					<Button color={props.color ?? "red"} loading={props.isBusy} onClick={props.onConfirm}>
						{props.action}
					</Button>
				</Group>
			</Stack>
		</Modal>
	);
}
