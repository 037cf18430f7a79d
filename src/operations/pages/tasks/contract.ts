import Type from "typebox";
import { type FeatureRoutes, orNull, Time, tagged } from "../../../pages/contract.ts";

const Kind = Type.Enum(["import", "preparing", "case", "backup", "alert", "label"], {
	description:
		"An import, reprocessing of pictures, the tracing of a case, a backup or drill, an alert, or the reading of labels.",
});

const Task = Type.Object({
	kind: Kind,
	ref: Type.String({ description: "The import, the run or the case; of backups `backup` or `drill`." }),
	name: orNull(Type.String(), "What it is for, as people call it; null where its kind says so."),
	page: orNull(Type.String(), "The page on which it is shown."),
	state: Type.Enum(["waiting", "running", "paused"]),
	is_stopping: Type.Boolean({ description: "It was asked to stop or pause, and is about to." }),
	is_held: Type.Boolean({
		description:
			"Whether a process has it in hand. If none has one that is running, its process died, and the next to look takes it over.",
	}),
	is_bound: Type.Boolean({
		description: "Whether only servers with its upload folder can do it. A backup has no uploads.",
	}),
	asked_by: orNull(Type.String(), "Whoever asked for it; null: the service itself, or the command line."),
	asked_at: Time,
	started_at: orNull(Time),
	failure: orNull(Type.String(), "Why it is stuck."),
});

export const taskRoutes = tagged("Administration", ["administrator"], {
	"GET /admin/tasks": {
		summary: "Long tasks that are waiting, under way or paused",
		answer: Type.Object({
			data: Type.Array(Task, { description: "First those that were asked for first." }),
		}),
	},
	"POST /admin/tasks/{kind}/{ref}/stop": {
		summary: "Stop a task",
		description: "One that a process has in hand stops soon, any other at once. What it has done stays done.",
		path: Type.Object({ kind: Kind, ref: Type.String() }),
		errors: ["task_ended"],
	},
} as const satisfies FeatureRoutes);
