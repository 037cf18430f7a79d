import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
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
	/** What has to be typed to enable the action: the name of what it destroys. */
	readonly typed?: string;
}

/** Asks before an irreversible action. The safe answer comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const [entered, setEntered] = useState("");
	const isConfirmed = props.typed === undefined || entered.trim() === props.typed.trim();
	return (
		<Modal onClose={props.onClose} opened={props.opened} title={props.title}>
			<Stack gap="md">
				<div>{props.children}</div>
				{props.typed === undefined ? null : (
					<TextInput
						autoComplete="off"
						dir="auto"
						label={
							<>
								Type <bdi>{props.typed}</bdi> to confirm
							</>
						}
						onChange={(event) => setEntered(event.currentTarget.value)}
						value={entered}
					/>
				)}
				{props.error ? <FailureNotice error={props.error} /> : null}
				<Group gap="sm" justify="flex-end">
					<Button data-autofocus onClick={props.onClose} variant="default">
						Cancel
					</Button>
					<Button
						color={props.color ?? "red"}
						data-once
						disabled={!isConfirmed}
						loading={props.isBusy}
						onClick={props.onConfirm}
					>
						{props.action}
					</Button>
				</Group>
			</Stack>
		</Modal>
	);
}
