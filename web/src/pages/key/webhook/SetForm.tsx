import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { useSetWebhook, Webhook } from "../../../api/webhooks.ts";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Surface.tsx";

interface SetFormProps {
	readonly set: ReturnType<typeof useSetWebhook>;
	readonly webhook: Webhook | null;
}

/** Sets the webhook, or sets it again: with another URL, another secret, or to reactivate it. */
export function SetForm({ set, webhook }: SetFormProps) {
	const form = useForm<{ url: string }>({
		mode: "controlled",
		initialValues: { url: webhook?.url ?? "" },
		validate: {
			url: (url) => (/^https?:\/\/./i.test(url.trim()) ? null : "Enter a URL that begins with https://"),
		},
	});
	return (
		<Surface description={descriptionOf(webhook)} title={webhook ? "Set it again" : "Set a webhook"}>
			<Form error={set.error} form={form} onSubmit={({ url }) => set.mutate({ url: url.trim() })}>
				<TextInput
					autoComplete="off"
					description="A public address of your program. Messages are sent to it as POST requests."
					inputMode="url"
					key={form.key("url")}
					label="URL"
					maxLength={2048}
					placeholder="https://"
					spellCheck={false}
					{...form.getInputProps("url")}
				/>
				<Button loading={set.isPending} type="submit" variant={webhook?.active ? "default" : "filled"}>
					{webhook ? "Set it again, with a new secret" : "Set the webhook"}
				</Button>
			</Form>
		</Surface>
	);
}

function descriptionOf(webhook: Webhook | null): string {
	if (!webhook) return "You get a secret, and every message is signed with it.";
	if (!webhook.active) return "Switches the webhook on again, starting with new changes.";
	return "Use another URL, or replace the secret. The old secret keeps signing for 24 hours.";
}
