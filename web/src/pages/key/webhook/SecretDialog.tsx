import { Modal } from "@mantine/core";
import { SecretOnce } from "../../../parts/SecretOnce.tsx";

interface SecretDialogProps {
	readonly secret: string | undefined;
	readonly onDone: () => void;
}

/** The only time a signing secret is shown. Only its own button closes the dialog. */
export function SecretDialog({ secret, onDone }: SecretDialogProps) {
	return (
		<Modal
			closeOnClickOutside={false}
			closeOnEscape={false}
			onClose={onDone}
			opened={secret !== undefined}
			size="lg"
			title="Your signing secret"
			withCloseButton={false}
		>
			<SecretOnce onDone={onDone} secret={{ name: "Signing secret", text: secret ?? "" }}>
				Store the secret now, where your program can read it: it proves that a message comes from this
				service. If you lose it, set the webhook again to get a new one.
			</SecretOnce>
		</Modal>
	);
}
