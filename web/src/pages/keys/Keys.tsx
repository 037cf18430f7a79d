import { Alert, Anchor, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconCoins, IconKey, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { type Key, type KeyList, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { useMay } from "../../api/use-may.ts";
import { isOnAccount } from "../../basket/paying-key.ts";
import { countInWords, formatCount, formatCredits } from "../../format/credits.ts";
import { formatMoment } from "../../format/dates.ts";
import { Identifier } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { type Column, DataTable, EmptyState } from "../../parts/Listing.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { KeyState, StateBadge } from "../../parts/StateBadge.tsx";
import { useRemembered } from "../../parts/use-remembered.ts";
import { WaitingRows } from "../../parts/Waiting.tsx";
import cardClasses from "./KeyCard.module.css";
import classes from "./Keys.module.css";
import { keyColumns } from "./key-columns.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";

/** Few have keys with credits of their own. */
const OneBalanceDialog = lazy(() => import("./OneBalanceDialog.tsx"));

/** All keys of the account: active ones as cards, the others in a list below. */
export function Keys() {
	const keys = useRoute("GET /keys");
	const { develop } = useMay();
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
				actions={develop && keys.data && keys.data.data.length > 0 ? create : null}
				description={
					keys.data
						? allowance(keys.data.active, keys.data.keys_per_account)
						: "A key lets a program call the API."
				}
				name="Keys"
			/>
			<FailureNotice
				error={keys.error}
				onRetry={() => keys.refetch()}
				title="Your keys could not be loaded"
			/>
			{keys.isPending ? (
				<Surface flush>
					<WaitingRows />
				</Surface>
			) : null}
			{keys.data && keys.data.data.length === 0 ? (
				<NoKeyYet onCreate={develop ? dialog.open : undefined} />
			) : null}
			<KeysOfOthers keys={active} />
			{keys.data ? <OneBalance keys={keys.data} /> : null}
			<ul className={classes.cards}>
				{active.map((key) => (
					<li key={key.client_id}>
						<KeyCard apiKey={key} isOnAccount={isOnAccount(key, keys.data?.account)} />
					</li>
				))}
			</ul>
			{former.length > 0 ? <FormerKeys account={keys.data?.account} keys={former} /> : null}
			{isCreating ? <NewKeyDialog isOwn onClose={dialog.close} /> : null}
		</>
	);
}

function allowance(active: number, allowed: number): string {
	if (active >= allowed)
		return `${active} of ${allowed} keys are in use. Revoke one to make room for another.`;
	return `A key lets a program call the API. ${active} of ${allowed} in use.`;
}

/** Inactive keys. Their ledgers remain readable. */
function FormerKeys({
	keys,
	account,
}: {
	readonly keys: readonly Key[];
	readonly account: Key | null | undefined;
}) {
	const balance: Column<Key> = {
		name: "Balance",
		credits: (key) => (isOnAccount(key, account) ? null : key.credit_balance),
		cell: (key, amount) => (isOnAccount(key, account) ? "the account's" : amount),
	};
	return (
		<div className={classes.former}>
			<Surface
				description="They no longer work; their ledgers can still be read."
				flush
				title="Revoked and expired keys"
			>
				<DataTable
					columns={[keyColumns.name, keyColumns.state, keyColumns.created, balance]}
					name="Revoked and expired keys"
					rowKey={(key) => key.client_id}
					rows={keys}
				/>
			</Surface>
		</div>
	);
}

/** Keys created before it was proven whose address the account has: whoever created the account may know their secrets. */
function KeysOfOthers({ keys }: { readonly keys: readonly Key[] }) {
	const account = useSession().data?.account;
	const until = account?.others_until ?? null;
	const [isKnown, setKnown] = useRemembered(`packshot-keys-known-${account?.account_id}`, false);
	const older = until === null ? [] : keys.filter(({ created_at }) => created_at < until);
	if (until === null || older.length === 0 || isKnown) return null;
	return (
		<Alert mb="md" color="marigold" icon={<IconAlertTriangle />} title="Do you know these keys?">
			<p>
				They were created before it was proven that the address of this account is yours, on{" "}
				{formatMoment(until)}. Whoever created them can still use them. Rotate or revoke any that are not
				yours.
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
function KeyCard({ apiKey, isOnAccount }: { readonly apiKey: Key; readonly isOnAccount: boolean }) {
	const { client_id, client_name, credit_balance, spent_today, limits, webhook_state } = apiKey;
	return (
		<article className={cardClasses.card}>
			<Group align="flex-start" gap="sm" justify="space-between" wrap="nowrap">
				<h2 className={cardClasses.name}>
					<Link className={cardClasses.link} to={`/keys/${client_id}`}>
						<bdi>{client_name}</bdi>
					</Link>
				</h2>
				<Group gap={6} justify="flex-end">
					{webhook_state === "off" ? <StateBadge state="webhook-off" /> : null}
					<KeyState of={apiKey} />
				</Group>
			</Group>
			<p className={cardClasses.balance}>
				<span className={cardClasses.amount}>{formatCredits(credit_balance)}</span>{" "}
				{isOnAccount ? "credits of your account" : "credits of its own"}
			</p>
			<dl className={cardClasses.facts}>
				<div>
					<dt>Spent today</dt>
					<dd>{formatCredits(spent_today)}</dd>
				</div>
				<div>
					<dt>Calls left today</dt>
					<dd>{formatCount(limits.remaining_today)}</dd>
				</div>
			</dl>
			<div className={cardClasses.foot}>
				<Identifier id={client_id} name="client id" />
			</div>
		</article>
	);
}

/** For an account without keys. The dialog belongs to the page, because it shows the secret after this has disappeared. */
function NoKeyYet({ onCreate }: { readonly onCreate: (() => void) | undefined }) {
	return (
		<Surface>
			<EmptyState
				action={
					onCreate ? (
						<Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
							Create key
						</Button>
					) : undefined
				}
				icon={IconKey}
				title="No key yet"
			>
				A program needs a key to call the API. To order in these pages, you need none.
			</EmptyState>
		</Surface>
	);
}

/** Says that keys have credits of their own, and puts these with the account's once the owner has seen what will happen. */
function OneBalance({ keys: { account, data } }: { readonly keys: KeyList }) {
	const [isAsking, dialog] = useDisclosure(false);
	if (account?.state !== "active") return null;
	const others = data.filter((key) => key.state !== "revoked" && !isOnAccount(key, account));
	if (others.length === 0) return null;
	return (
		<>
			<Alert
				mb="md"
				icon={<IconCoins />}
				title={`${countInWords(others.length, "key")} with credits of ${others.length === 1 ? "its" : "their"} own`}
			>
				<p>Your orders cannot be paid from these, and these keys cannot spend your account's credits.</p>
				<Button mt="xs" onClick={dialog.open} size="xs" variant="default">
					Put all on one balance
				</Button>
			</Alert>
			{isAsking ? (
				<Suspense>
					<OneBalanceDialog account={account} keys={others} onClose={dialog.close} />
				</Suspense>
			) : null}
		</>
	);
}
