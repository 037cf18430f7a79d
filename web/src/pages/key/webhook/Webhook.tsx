import { Alert, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconPlugConnectedX, IconWebhook } from "@tabler/icons-react";
import { type Webhook as SetWebhook, useAction, useRoute, type WebhookAttempt } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Form } from "../../../parts/Form.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment, UtcMoment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { OnceDialog, SecretOnce } from "../../../parts/SecretOnce.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { failureWords } from "./failure-words.ts";
import classes from "./Webhook.module.css";

/** Until the result of a test arrives. */
const REFETCH_MS = 2000;

/** The webhook of a key, or why there is none. */
export function Webhook() {
	const session = useSession().data;
	if (session?.service.webhooks) return <WebhookOfKey />;
	return (
		<Surface>
			<EmptyState icon={IconWebhook} title="No webhooks here">
				The operator of this service has not turned webhooks on.
			</EmptyState>
		</Surface>
	);
}

/** Setting, testing and the status. */
function WebhookOfKey() {
	const key = useShownKey();
	const found = useRoute(
		"GET /keys/{client_id}/webhook",
		{ path: { client_id: key.client_id } },
		{ refetchInterval: ({ state }) => (state.data?.webhook?.test_waiting ? REFETCH_MS : false) },
	);
	// Kept here rather than in the form, because what surrounds the form changes when the webhook is set.
	const set = useAction("PUT /keys/{client_id}/webhook", { path: { client_id: key.client_id } });
	const webhook = found.data?.webhook ?? null;
	return (
		<div className={classes.columns}>
			<div className={classes.column}>
				{webhook ? (
					<WebhookStatus clientId={key.client_id} isKeyActive={key.state === "active"} webhook={webhook} />
				) : null}
				{key.state === "active" && found.data ? (
					<SetForm key={webhook?.set_at} set={set} webhook={webhook} />
				) : null}
			</div>
			<Surface description="The last 20 attempts in 30 days." flush title="Attempts">
				<Listing
					columns={columns}
					name="Attempts"
					query={{ ...found, data: found.data && { data: found.data.attempts } }}
					rowKey={({ number }) => number}
					waiting={4}
				>
					<EmptyState icon={IconWebhook} title={webhook ? "Nothing sent yet" : "No webhook yet"}>
						{webhook
							? "A message is sent whenever something this key can see changes. Send a test to check that it arrives."
							: "Your program learns of changes within two seconds, without having to keep asking."}
					</EmptyState>
				</Listing>
			</Surface>
			<SecretDialog onDone={set.reset} secret={set.data?.secret} />
		</div>
	);
}

interface SecretDialogProps {
	readonly secret: string | undefined;
	readonly onDone: () => void;
}

/** The only time a signing secret is shown. Only its own button closes the dialog. */
function SecretDialog({ secret, onDone }: SecretDialogProps) {
	return (
		<OnceDialog onClose={onDone} opened={secret !== undefined} title="Your signing secret">
			<SecretOnce onDone={onDone} secret={{ name: "Signing secret", text: secret ?? "" }}>
				Store the secret now, where your program can read it: it proves that a message comes from this
				service. If you lose it, set the webhook again to get a new one.
			</SecretOnce>
		</OnceDialog>
	);
}

const columns: readonly Column<WebhookAttempt>[] = [
	{
		name: "Outcome",
		isTitle: true,
		cell: ({ reason }) => (
			<div>
				<StateBadge state={reason === null ? "delivered" : "failed"} />
				{reason === null ? null : <span className={classes.note}>{failureWords[reason].what}</span>}
			</div>
		),
	},
	{
		name: "Message",
		cell: ({ is_test, event_id }) => (
			<div>
				{is_test ? "Test" : "Message"}
				<code className={classes.id}>{event_id}</code>
			</div>
		),
	},
	{ name: "At (UTC)", cell: ({ at }) => <UtcMoment at={at} /> },
	{ name: "Status", isNumber: true, cell: ({ status }) => status ?? "None" },
	{ name: "Took", isNumber: true, cell: ({ duration_ms }) => `${(duration_ms / 1000).toFixed(2)} s` },
];

interface SetFormProps {
	readonly set: ReturnType<
		typeof useAction<"PUT /keys/{client_id}/webhook", { path: { client_id: string } }>
	>;
	readonly webhook: SetWebhook | null;
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

type EventName = SetWebhook["events"][number];

const EVENTS: readonly (readonly [EventName, string])[] = [
	["products.changed", "Changes of products"],
	["balance.low", "Low balances"],
	["kosher.alert", "Kosher alerts"],
];

/** Sets the webhook, or sets it again: with another URL, another secret, or to reactivate it. */
function SetForm({ set, webhook }: SetFormProps) {
	const state = webhook ? (webhook.active ? "on" : "off") : "none";
	const form = useForm<{ url: string; events: EventName[] }>({
		initialValues: {
			url: webhook?.url ?? "",
			events: webhook?.events ?? ["products.changed", "balance.low", "kosher.alert"],
		},
		validate: {
			events: (events) => (events.length > 0 ? null : "Choose what is sent"),
			url: (url) => (/^https?:\/\/./i.test(url.trim()) ? null : "Enter a URL that begins with https://"),
		},
	});
	return (
		<Surface description={WORDS[state].description} title={WORDS[state].title}>
			<Form
				error={set.error}
				form={form}
				onSubmit={({ url, events }) => set.mutate({ body: { url: url.trim(), events } })}
			>
				<TextInput
					autoComplete="off"
					description="A public address of your program. Messages are sent to it with POST."
					inputMode="url"
					label="URL"
					maxLength={2048}
					placeholder="https://"
					spellCheck={false}
					{...form.getInputProps("url")}
				/>
				<Checkbox.Group label="What is sent" {...form.getInputProps("events")}>
					<Stack gap="xs" mt="xs">
						{EVENTS.map(([event, label]) => (
							<Checkbox key={event} label={label} value={event} />
						))}
					</Stack>
				</Checkbox.Group>
				<Button loading={set.isPending} type="submit" variant={webhook?.active ? "default" : "filled"}>
					{WORDS[state].action}
				</Button>
			</Form>
		</Surface>
	);
}

interface WebhookProps {
	readonly clientId: string;
	readonly webhook: SetWebhook;
	/** Nothing is sent for an inactive key, so there is nothing to test. */
	readonly isKeyActive: boolean;
}

/** The state of the webhook, and what to do if it has problems. */
function WebhookStatus({ clientId, webhook, isKeyActive }: WebhookProps) {
	const test = useAction("POST /keys/{client_id}/webhook/test", { path: { client_id: clientId } });
	const [isRemoving, removing] = useDisclosure(false);
	const { url, active, failing, set_at, last_success_at, test_waiting } = webhook;
	const [next] = failing.flatMap(({ next_attempt_at }) => next_attempt_at ?? []).sort();
	return (
		<Surface title="Webhook">
			<Stack>
				<Group align="flex-start" gap="sm" justify="space-between" wrap="nowrap">
					<code className={classes.url}>{url}</code>
					<StateBadge state={stateOf(webhook)} />
				</Group>
				<Trouble webhook={webhook} />
				<Facts layout="row">
					<Fact name="Sends">
						{EVENTS.flatMap(([event, label]) => (webhook.events.includes(event) ? label : [])).join(", ")}
					</Fact>
					<Fact name="Set">
						<Moment at={set_at} />
					</Fact>
					<Fact name="Last delivered">
						{last_success_at ? <Moment at={last_success_at} /> : "Nothing yet"}
					</Fact>
					{active && next ? (
						<Fact name="Next attempt">
							<Moment at={next} />
						</Fact>
					) : null}
				</Facts>
				<Group gap="sm">
					{isKeyActive ? (
						<ActionButton
							act={test}
							done="A test is on its way. The result will appear among the attempts."
							loading={test_waiting}
						>
							Send a test
						</ActionButton>
					) : null}
					<Button color="red" onClick={removing.open} variant="subtle">
						Remove
					</Button>
				</Group>
				<RemoveDialog clientId={clientId} onClose={removing.close} opened={isRemoving} />
			</Stack>
		</Surface>
	);
}

function stateOf({ active, failing }: SetWebhook): string {
	if (!active) return "off";
	return failing.length > 0 ? "failing" : "active";
}

/** What is wrong, in plain words. */
function Trouble({ webhook }: { readonly webhook: SetWebhook }) {
	const { active, failing, last_failure, switched_off_at } = webhook;
	if (!last_failure) return null;
	const { what, todo } = failureWords[last_failure.reason];
	if (!active) {
		return (
			<Alert color="red" icon={<IconPlugConnectedX />} title="Switched off">
				<span className={classes.words}>
					{what} Nothing has been sent since {switched_off_at ? <Moment at={switched_off_at} /> : "then"}.{" "}
					{todo} Then send a test, and turn the webhook on again below. It only covers changes from then on;
					to catch up on earlier ones, read the changes from the last cursor your program stored.
				</span>
			</Alert>
		);
	}
	if (failing.length === 0) return null;
	const refused = EVENTS.filter(([name]) => failing.some(({ event }) => event === name));
	const [givesUpAt] = failing.flatMap(({ gives_up_at }) => gives_up_at ?? []).sort();
	return (
		<Alert color="marigold" icon={<IconAlertTriangle />} title="The endpoint does not accept messages">
			<span className={classes.words}>
				{what} {todo} Waiting: {refused.map(([, label]) => label.toLowerCase()).join(", ")}. What waits is
				tried again
				{givesUpAt ? (
					<>
						{" "}
						until <Moment at={givesUpAt} />; if nothing was delivered by then, the webhook is switched off
					</>
				) : null}
				.
			</span>
		</Alert>
	);
}

function RemoveDialog({
	clientId,
	opened,
	onClose,
}: {
	readonly clientId: string;
	readonly opened: boolean;
	readonly onClose: () => void;
}) {
	const remove = useAction("DELETE /keys/{client_id}/webhook", { path: { client_id: clientId } });
	return (
		<ConfirmDialog
			action="Remove the webhook"
			act={remove}
			done="Webhook removed."
			onClose={onClose}
			opened={opened}
			title="Remove this webhook?"
		>
			Your program will no longer be told about changes, and the secret will be deleted. You can set a webhook
			again at any time.
		</ConfirmDialog>
	);
}
