import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router";
import { type Task, useAction, useRoute } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./AdminOverview.module.css";

const FOLLOWED = { refetchInterval: 5000 };

/** What runs beside the service for a long time, whatever it is for; nothing where nothing does. */
export function Tasks() {
	const tasks = useRoute("GET /admin/tasks", {}, FOLLOWED);
	const rows = tasks.data?.data ?? [];
	if (rows.length === 0 && !tasks.error) return null;
	return (
		<Surface
			description="What takes long runs beside the service, one of a kind at a time."
			title="Under way"
		>
			<FailureNotice error={tasks.error} onRetry={() => tasks.refetch()} />
			<ul className={classes.events}>
				{rows.map((task) => (
					<TaskLine key={`${task.kind} ${task.ref}`} task={task} />
				))}
			</ul>
		</Surface>
	);
}

function TaskLine({ task }: { readonly task: Task }) {
	const { kind, ref, page, failure, asked_by, asked_at } = task;
	const stop = useAction("POST /admin/tasks/{kind}/{ref}/stop", { path: { kind, ref } });
	const title = titleOf(task);
	return (
		<li>
			<span className={classes.event}>
				{page === null ? (
					<bdi dir="auto">{title}</bdi>
				) : (
					<Anchor component={Link} to={page}>
						<bdi dir="auto">{title}</bdi>
					</Anchor>
				)}
				: {stateOf(task)}
				{failure === null ? null : ` ${failure}`}
				<FailureNotice error={stop.error} />
			</span>
			<span className="note">
				{asked_by === null ? null : (
					<>
						<bdi>{asked_by}</bdi>,{" "}
					</>
				)}
				<Ago at={asked_at} />{" "}
				<Button
					aria-label={`Stop: ${title}`}
					disabled={task.is_stopping}
					loading={stop.isPending}
					onClick={() => stop.mutate()}
					size="compact-sm"
					variant="default"
				>
					Stop
				</Button>
			</span>
		</li>
	);
}

function titleOf({ kind, ref, name }: Task): string {
	if (kind === "import") return `Import of ${name ?? ref}`;
	if (kind === "case") return `Tracing of case ${name ?? ref}`;
	if (kind === "alert") return "Publishing, changing or ending a kosher alert";
	if (kind === "label") return "Reading of labels";
	if (kind === "preparing") return "Reprocessing of pictures";
	return ref === "drill" ? "Restoring the newest backup on trial" : "Backup";
}

function stateOf({ state, is_stopping, is_held, is_bound }: Task): string {
	if (is_stopping) return "about to stop.";
	if (state === "waiting") return "waiting for its turn.";
	if (state === "paused") return "paused.";
	if (is_held) return "running.";
	return is_bound
		? "its process has died; a server with its uploaded file takes it over. Stop it if there is none."
		: "its process has died; another takes it over.";
}
