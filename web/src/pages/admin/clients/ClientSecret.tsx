import type { RouteAnswer } from "../../../../../src/routes.ts";
import { OnceDialog, SecretOnce } from "../../../parts/SecretOnce.tsx";

interface ClientSecretProps {
	readonly title: string;
	readonly secret: RouteAnswer<"POST /admin/clients">;
	readonly onDone: () => void;
}

/** The only time a client's key is shown. */
export function ClientSecret({ title, secret, onDone }: ClientSecretProps) {
	return (
		<OnceDialog onClose={onDone} opened title={title}>
			<SecretOnce
				beside={[{ name: "Client id", text: secret.client_id }]}
				onDone={onDone}
				secret={{ name: "API key", text: secret.api_key }}
			>
				Send the API key over a channel you trust. It cannot be shown again; if it is lost, rotate it to get a
				new one.
			</SecretOnce>
		</OnceDialog>
	);
}
