import { Alert, Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton, CopyIcon } from "./Copy.tsx";
import classes from "./SecretOnce.module.css";
import stepClasses from "./StepFocus.module.css";

interface Field {
	readonly name: string;
	readonly text: string;
}

interface SecretOnceProps {
	readonly secret: Field;
	/** What belongs to the secret but is not secret. */
	readonly beside?: readonly Field[];
	/** Ways of storing it other than copying. */
	readonly actions?: ReactNode;
	readonly onDone: () => void;
	/** Why to store it, and what to do if it is lost. */
	readonly children: ReactNode;
}

/** The only time a secret is shown, for copying or saving. */
export function SecretOnce({ secret, beside = [], actions, onDone, children }: SecretOnceProps) {
	return (
		<StepFocus>
			<Stack gap="md">
				<Alert color="marigold" icon={<IconAlertTriangle />} title="Shown once">
					<span className={classes.words}>{children}</span>
				</Alert>
				<dl className={classes.fields}>
					{[...beside, secret].map(({ name, text }) => (
						<div className={classes.field} key={name}>
							<dt>{name}</dt>
							<dd>
								<code>{text}</code>
								<CopyIcon name={name} text={text} />
							</dd>
						</div>
					))}
				</dl>
				<Group gap="sm">
					<CopyButton name={secret.name} text={secret.text} />
					{actions}
				</Group>
				<Group justify="flex-end">
					<Button onClick={onDone}>I have stored it</Button>
				</Group>
			</Stack>
		</StepFocus>
	);
}

interface OnceDialogProps extends ModalProps {
	/** Whether it is there already; until then the dialog closes as any other. */
	readonly isShown?: boolean;
}

/** A dialog around what is shown once: only its own button closes it. */
export function OnceDialog({ isShown = true, ...modal }: OnceDialogProps) {
	const closes = { closeOnClickOutside: !isShown, closeOnEscape: !isShown, withCloseButton: !isShown };
	return <Modal size="lg" {...closes} {...modal} />;
}

/** A step of a dialog that replaces another. It takes the focus as a whole, so that it is read out and a double Enter presses nothing. */
export function StepFocus({ children }: { readonly children: ReactNode }) {
	const step = useRef<HTMLDivElement>(null);
	useEffect(() => step.current?.focus({ preventScroll: true }), []);
	return (
		<div className={stepClasses.step} ref={step} tabIndex={-1}>
			{children}
		</div>
	);
}
