import { Alert, Anchor, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { type Key, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { formatCount, formatCredits, formatExact } from "../../format/credits.ts";
import { formatMoment } from "../../format/dates.ts";
import { Identifier } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { useRemembered } from "../../parts/use-remembered.ts";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { CreateKeyDialog, NoKeyYet } from "./CreateKeyDialog.tsx";
import cardClasses from "./KeyCard.module.css";
import classes from "./Keys.module.css";

/** All keys of the account: active ones as cards, the others in a list below. */
export function Keys() {
	const keys = useRoute("GET /keys");
	const [isCreating, dialog] = useDisclosure(false);
	const active = keys.data?.data.filter(({ state }) => state === "active") ?? [];
	const former = keys.data?.data.filter(({ state }) => state !== "active") ?? [];
	const isFull = keys.data !== undefined && keys.data.active >= keys.data.keys_per_account;
	const create = (
		<Button disabled={isFull} leftSection={<IconPlus size={18} />} onClick={dialog.open}>
			Create key
		</Button>
	);
	return (
		<>
			<PageHead
				actions={keys.data && keys.data.data.length > 0 ? create : null}
				description={
					keys.data
						? allowance(keys.data.active, keys.data.keys_per_account)
						: "A key lets a program call the API. Each key has its own balance."
				}
				name="Keys"
			/>
			{keys.error ? (
				<FailureNotice
					error={keys.error}
					onRetry={() => keys.refetch()}
					title="Your keys could not be loaded"
				/>
			) : null}
			{keys.isPending ? (
				<Surface flush>
					<WaitingRows />
				</Surface>
			) : null}
			{keys.data && keys.data.data.length === 0 ? <NoKeyYet onCreate={dialog.open} /> : null}
			<KeysOfOthers keys={active} />
			<ul className={classes.cards}>
				{active.map((key) => (
					<li key={key.client_id}>
						<KeyCard apiKey={key} />
					</li>
				))}
			</ul>
			{former.length > 0 ? <FormerKeys keys={former} /> : null}
			<CreateKeyDialog onClose={dialog.close} opened={isCreating} />
		</>
	);
}

function allowance(active: number, allowed: number): string {
	if (active >= allowed)
		return `${active} of ${allowed} keys are in use. Revoke one to make room for another.`;
	return `${active} of ${allowed} keys in use. Each key has its own balance.`;
}

const columns: readonly Column<Key>[] = [
	{
		name: "Name",
		isTitle: true,
		cell: (key) => (
			<Anchor component={Link} to={`/keys/${key.client_id}`}>
				<bdi>{key.client_name}</bdi>
			</Anchor>
		),
	},
	{ name: "State", cell: (key) => <StateBadge state={key.state} /> },
	{ name: "Created", cell: (key) => <Moment at={key.created_at} /> },
	{ name: "Balance", isNumber: true, cell: (key) => formatExact(key.credit_balance) },
];

/** Inactive keys. Their ledgers remain readable. */
function FormerKeys({ keys }: { readonly keys: readonly Key[] }) {
	return (
		<div className={classes.former}>
			<Surface
				description="They no longer work; their ledgers can still be read."
				flush
				title="Revoked and expired keys"
			>
				<DataTable
					columns={columns}
					name="Revoked and expired keys"
					rowKey={(key) => key.client_id}
					rows={keys}
				/>
			</Surface>
		</div>
	);
}

/** Keys created before their owner first signed in with a provider: whoever created the account may know their secrets. */
function KeysOfOthers({ keys }: { readonly keys: readonly Key[] }) {
	const account = useSession().data?.account;
	const until = account?.others_until ?? null;
	const [isKnown, setKnown] = useRemembered(`packshot-keys-known-${account?.account_id}`, false);
	const older = until === null ? [] : keys.filter(({ created_at }) => created_at < until);
	if (until === null || older.length === 0 || isKnown) return null;
	return (
		<Alert
			className={classes.notice ?? ""}
			color="marigold"
			icon={<IconAlertTriangle />}
			title="Do you know these keys?"
			variant="light"
		>
			<p className={classes.words}>
				They were created before you first signed in here, on {formatMoment(until)}. Whoever created them can
				still use them. Rotate or revoke any that are not yours.
			</p>
			<ul className={classes.names}>
				{older.map(({ client_id, client_name }) => (
					<li key={client_id}>
						<Anchor component={Link} inherit to={`/keys/${client_id}`}>
							<bdi>{client_name}</bdi>
						</Anchor>
					</li>
				))}
			</ul>
			<Button onClick={() => setKnown(true)} size="xs" variant="default">
				They are all mine
			</Button>
		</Alert>
	);
}

/** One active key at a glance; the whole card links to its page. */
function KeyCard({ apiKey }: { readonly apiKey: Key }) {
	const {
		client_id,
		client_name,
		credit_balance,
		balance_is_low,
		spent_today,
		limits,
		state,
		webhook_state,
	} = apiKey;
	return (
		<article className={cardClasses.card}>
			<div className={cardClasses.head}>
				<h2 className={cardClasses.name}>
					<Link className={cardClasses.link} to={`/keys/${client_id}`}>
						<bdi>{client_name}</bdi>
					</Link>
				</h2>
				<span className={cardClasses.badges}>
					{webhook_state === "off" ? <StateBadge state="webhook-off" /> : null}
					<StateBadge state={balance_is_low ? "low" : state} />
				</span>
			</div>
			<p className={cardClasses.balance}>
				<span className={cardClasses.amount}>{formatCredits(credit_balance)}</span> credits
			</p>
			<dl className={cardClasses.facts}>
				<div>
					<dt>Spent today</dt>
					<dd>{formatCredits(spent_today)}</dd>
				</div>
				<div>
					<dt>Requests left today</dt>
					<dd>{formatCount(limits.remaining_today)}</dd>
				</div>
			</dl>
			<div className={cardClasses.foot}>
				<Identifier id={client_id} name="client id" />
			</div>
		</article>
	);
}
