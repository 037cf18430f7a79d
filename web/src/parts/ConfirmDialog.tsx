import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FailureNotice } from "./FailureNotice.tsx";
import type { Sending } from "./Form.tsx";
import { notifySuccess } from "./toast.tsx";
import { useFocusBack } from "./use-focus-back.ts";

interface ConfirmDialogProps {
	/** Left out by dialogs that are there only while they are open. */
	readonly opened?: boolean;
	readonly onClose: () => void;
	readonly title: string;
	/** The warning: what happens, and what cannot be undone. */
	readonly children: ReactNode;
	readonly action: string;
	readonly color?: string;
	readonly act: Sending & {
		readonly mutate: (input: undefined, options: { readonly onSuccess: () => void }) => void;
	};
	/** The message once it is done. */
	readonly done?: string;
	/** Instead of closing the dialog once it is done. */
	readonly onDone?: () => void;
	/** What has to be typed to enable the action: the name of what it destroys. */
	readonly typed?: string;
}

/** Asks before an irreversible action. The safe answer comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const { act, done, onClose, onDone = onClose } = props;
	const [entered, setEntered] = useState("");
	useFocusBack(props.opened === undefined);
	const onSuccess = () => {
		if (done !== undefined) notifySuccess(done);
		onDone();
	};
	const isConfirmed = props.typed === undefined || entered.trim() === props.typed.trim();
	return (
		<Modal onClose={onClose} opened={props.opened ?? true} title={props.title}>
			<Stack gap="md">
				<div>{props.children}</div>
				{props.typed === undefined ? null : (
					<TextInput
						autoComplete="off"
						label={
							<>
								Type <bdi>{props.typed}</bdi> to confirm
							</>
						}
						onChange={(event) => setEntered(event.currentTarget.value)}
						value={entered}
					/>
				)}
				<FailureNotice error={act.error} />
				<Group gap="sm" justify="flex-end">
					<Button data-autofocus onClick={onClose} variant="default">
						Cancel
					</Button>
					<Button
						color={props.color ?? "red"}
						data-once
						disabled={!isConfirmed}
						loading={act.isPending}
						onClick={() => act.mutate(undefined, { onSuccess })}
					>
						{props.action}
					</Button>
				</Group>
			</Stack>
		</Modal>
	);
}
