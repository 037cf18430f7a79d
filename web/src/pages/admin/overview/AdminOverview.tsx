import { Anchor, Skeleton, Stack } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { KEPT, POLLED, usePages, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { MoreLink, PageHead, Surface, WideAndNarrow } from "../../../parts/Page.tsx";
import { type AdminPage, mayOpen } from "../../../shell/admin-pages.ts";
import { ImportStateBadge } from "../imports/ImportStateBadge.tsx";
import { nameOf } from "../imports/import-state.ts";
import { useImports } from "../imports/use-imports.ts";
import { TopUpDecisions } from "../TopUpDecisions.tsx";
import classes from "./AdminOverview.module.css";
import { CheckList } from "./CheckList.tsx";
import { Today } from "./Today.tsx";

/** The start page of accounts with a role: first what is waiting for them, then how the service is doing. */
export function AdminOverview() {
	const account = useSession().data?.account;
	const may = (page: AdminPage) => account != null && mayOpen(account, page);
	return (
		<>
			<PageHead description="What is waiting for you, and how the service is doing." name="Overview" />
			<Stack gap="md">
				{may("/admin/settings") ? <CheckList /> : null}
				{may("/admin/top-ups") ? <WaitingQueue /> : null}
				{may("/admin/review") ? <WaitingReviewList /> : null}
				{may("/admin/activity") ? <ForAdministrators /> : may("/admin/imports") ? <NewestImports /> : null}
			</Stack>
		</>
	);
}

function ForAdministrators() {
	return (
		<>
			<Today />
			<WideAndNarrow>
				<RecentActivity />
				<NewestImports />
			</WideAndNarrow>
		</>
	);
}

const SHOWN = 5;

/** The pending top-ups, which can be decided here. */
function WaitingQueue() {
	const queue = useRoute(
		"GET /admin/top-ups",
		{ query: { state: "requested", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = queue.data?.data ?? [];
	const total = queue.data?.pagination.total ?? 0;
	const asked = rows.reduce((sum, { credits }) => sum + credits, 0);
	return (
		<Surface
			actions={<MoreLink to="/admin/top-ups">{total > SHOWN ? `All ${total}` : "All top-ups"}</MoreLink>}
			description={
				rows.length > 0 && total === rows.length ? `${creditsInWords(asked)} in total.` : undefined
			}
			flush
			title={total > 0 ? `Waiting top-ups (${total})` : "Waiting top-ups"}
		>
			<TopUpDecisions query={queue} waiting={2}>
				<p className={classes.nothing}>
					<IconCheck aria-hidden="true" size={18} /> Nothing is waiting. New top-ups appear here
					automatically.
				</p>
			</TopUpDecisions>
		</Surface>
	);
}

/** The proposals waiting for review, oldest first. */
function WaitingReviewList() {
	const reviews = useRoute(
		"GET /admin/review",
		{ query: { state: "waiting", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = reviews.data?.data ?? [];
	const total = reviews.data?.pagination.total ?? 0;
	return (
		<Surface
			actions={<MoreLink to="/admin/review">{total > SHOWN ? `All ${total}` : "All reviews"}</MoreLink>}
			title={total > 0 ? `Waiting reviews (${total})` : "Waiting reviews"}
		>
			{reviews.error ? <FailureNotice error={reviews.error} onRetry={() => reviews.refetch()} /> : null}
			{reviews.data && rows.length === 0 ? (
				<p className={classes.none}>
					<IconCheck aria-hidden="true" size={18} /> No suggestions are waiting.
				</p>
			) : null}
			<ul className={classes.events}>
				{rows.map((review) => (
					<li key={review.proposal_id}>
						<Anchor className={classes.event} component={Link} to="/admin/review">
							<bdi dir="auto">{review.name ?? review.barcode}</bdi>
						</Anchor>
						<span className={classes.who}>
							<bdi>{review.ownership}</bdi>, <Ago at={review.proposed_at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

function NewestImports() {
	const imports = useImports({}, SHOWN);
	const rows = imports.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/imports">All imports</MoreLink>} title="Newest imports">
			{imports.error ? <FailureNotice error={imports.error} onRetry={() => imports.refetch()} /> : null}
			{imports.isPending ? <Skeleton height={60} /> : null}
			{imports.data && rows.length === 0 ? (
				<p className={classes.none}>Nothing has been imported yet.</p>
			) : null}
			<ul className={classes.events}>
				{rows.map((batch) => (
					<li key={batch.import_id}>
						<Anchor className={classes.event} component={Link} to={`/admin/imports/${batch.import_id}`}>
							<bdi dir="auto">{nameOf(batch)}</bdi>
						</Anchor>
						<span className={classes.who}>
							<Ago at={batch.created_at} /> <ImportStateBadge batch={batch} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

const SHOWN_EVENTS = 6;

/** The latest changes, one per line. */
function RecentActivity() {
	const events = usePages("GET /admin/events", { query: { limit: SHOWN_EVENTS } });
	const rows = events.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/activity">All activity</MoreLink>} title="Recent activity">
			{events.error ? <FailureNotice error={events.error} onRetry={() => events.refetch()} /> : null}
			{events.isPending ? <Skeleton height={120} /> : null}
			{events.data && rows.length === 0 ? <p className={classes.none}>Nothing has happened yet.</p> : null}
			<ul className={classes.events}>
				{rows.map(({ event_id, what, account_email, at }) => (
					<li key={event_id}>
						<bdi className={classes.event} dir="auto">
							{what}
						</bdi>
						<span className={classes.who}>
							<bdi>{account_email ?? "Command line"}</bdi>, <Ago at={at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}
