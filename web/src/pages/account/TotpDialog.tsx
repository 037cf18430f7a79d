import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { QRCodeSVG } from "qrcode.react";
import { type FormEvent, useState } from "react";
import { useConfirmTotp, useStartTotp } from "../../api/account.ts";
import { CopyIcon } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import classes from "./AccountPage.module.css";
import { CurrentPassword } from "./CurrentPassword.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface TotpDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Three steps: the password, the secret to scan with a first code, and the recovery codes, shown once. */
export function TotpDialog({ opened, onClose }: TotpDialogProps) {
	const start = useStartTotp();
	const confirm = useConfirmTotp();
	const close = () => {
		start.reset();
		confirm.reset();
		onClose();
	};
	const codes = confirm.data?.recovery_codes;
	return (
		<Modal
			closeOnClickOutside={!codes}
			closeOnEscape={!codes}
			onClose={close}
			opened={opened}
			title={codes ? "Recovery codes" : "Set up two-factor sign-in"}
			withCloseButton={!codes}
		>
			{codes ? <RecoveryCodes codes={codes} onDone={close} /> : null}
			{!codes && start.data ? (
				<ScanStep
					error={confirm.error}
					isBusy={confirm.isPending}
					onCode={(code) => confirm.mutate({ code })}
					secret={start.data.secret}
					uri={start.data.uri}
				/>
			) : null}
			{start.data ? null : (
				<PasswordStep
					error={start.error}
					isBusy={start.isPending}
					onPassword={(password) => start.mutate({ password })}
				/>
			)}
		</Modal>
	);
}

interface StepProps {
	readonly isBusy: boolean;
	readonly error: unknown;
}

function PasswordStep({
	isBusy,
	error,
	onPassword,
}: StepProps & { readonly onPassword: (password: string) => void }) {
	const [password, setPassword] = useState("");
	return (
		<form onSubmit={submitting(() => password !== "" && onPassword(password))}>
			<Stack gap="md">
				{error ? <FailureNotice error={error} /> : null}
				<CurrentPassword onChange={setPassword} value={password} />
				<Group justify="flex-end">
					<Button loading={isBusy} type="submit">
						Continue
					</Button>
				</Group>
			</Stack>
		</form>
	);
}

interface ScanStepProps extends StepProps {
	readonly secret: string;
	readonly uri: string;
	readonly onCode: (code: string) => void;
}

function ScanStep({ secret, uri, isBusy, error, onCode }: ScanStepProps) {
	const [code, setCode] = useState("");
	return (
		<form onSubmit={submitting(() => code.trim() !== "" && onCode(code.replaceAll(" ", "")))}>
			<Stack gap="md">
				<p className={classes.words}>
					Scan this with your authenticator app, then enter the six digits it shows.
				</p>
				<div className={classes.qr}>
					<QRCodeSVG role="img" size={184} title="QR code for the authenticator app" value={uri} />
				</div>
				<div className={classes.quiet}>
					Or type the secret:
					<span className={classes.secret}>
						<span>{secret}</span> <CopyIcon name="secret" text={secret} />
					</span>
				</div>
				{error ? <FailureNotice error={error} /> : null}
				<TextInput
					autoComplete="one-time-code"
					autoFocus
					inputMode="numeric"
					label="Code"
					maxLength={10}
					onChange={(event) => setCode(event.currentTarget.value)}
					value={code}
				/>
				<Group justify="flex-end">
					<Button loading={isBusy} type="submit">
						Turn on
					</Button>
				</Group>
			</Stack>
		</form>
	);
}

function submitting(action: () => unknown) {
	return (event: FormEvent) => {
		event.preventDefault();
		action();
	};
}
