import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Webhook } from "../../../api/shapes.ts";
import type { useAction } from "../../../api/use-route.ts";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Surface.tsx";

interface SetFormProps {
	readonly set: ReturnType<
		typeof useAction<"PUT /keys/{client_id}/webhook", { path: { client_id: string } }>
	>;
	readonly webhook: Webhook | null;
}

const WORDS = {
	none: {
		title: "Set a webhook",
		description: "You get a secret, and every message is signed with it.",
		action: "Set the webhook",
	},
	off: {
		title: "Turn it on again",
		description: "It starts with new changes. You get a new secret.",
		action: "Turn it on, with a new secret",
	},
	on: {
		title: "Set it again",
		description: "Use another URL, or replace the secret. The old secret keeps signing for 24 hours.",
		action: "Set it again, with a new secret",
	},
} as const;

/** Sets the webhook, or sets it again: with another URL, another secret, or to reactivate it. */
export function SetForm({ set, webhook }: SetFormProps) {
	const state = webhook ? (webhook.active ? "on" : "off") : "none";
	const form = useForm<{ url: string }>({
		mode: "controlled",
		initialValues: { url: webhook?.url ?? "" },
		validate: {
			url: (url) => (/^https?:\/\/./i.test(url.trim()) ? null : "Enter a URL that begins with https://"),
		},
	});
	return (
		<Surface description={WORDS[state].description} title={WORDS[state].title}>
			<Form error={set.error} form={form} onSubmit={({ url }) => set.mutate({ body: { url: url.trim() } })}>
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
					{WORDS[state].action}
				</Button>
			</Form>
		</Surface>
	);
}
