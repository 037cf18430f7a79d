import type { Metric } from "prom-client";
import type { ApiRoute } from "./api/api-route.ts";
import type { Handlers } from "./pages/call.ts";
import type { PageRoutes } from "./pages/contract.ts";
import type { TaskRulesByKind } from "./pages/task-rules.ts";
import type { Check } from "./platform/check.ts";
import type { Command } from "./platform/db/command.ts";
import type { CarryOver } from "./platform/db/state-before.ts";
import type { ErrorCatalogue } from "./platform/http/http-error.ts";
import type { RouteTable } from "./platform/http/route.ts";
import type { ExpiringRows } from "./platform/retention.ts";
import type { Setting } from "./platform/settings.ts";
import type { Work } from "./platform/tasks/work.ts";

/** Settings that stand together, with their title in docs/settings.md. */
export interface SettingsGroup {
	readonly title: string;
	readonly settings: Readonly<Record<string, Setting<unknown>>>;
}

/**
 * What a room has, said once in its `room.ts`; `rooms.ts` lists the rooms, and everything else folds over them. The writer thread and every command load
 * these declarations, so whatever only a server needs is loaded when it is asked for.
 */
export interface Room {
	/** Its writes. */
	// biome-ignore lint/suspicious/noExplicitAny: a list of commands of many input types; each is called with its own
	readonly commands?: readonly Command<any, any>[];
	/** By the name of the group in the configuration. */
	readonly settings?: Readonly<Record<string, SettingsGroup>>;
	/** Rows that are deleted once they have expired. */
	readonly expiry?: readonly ExpiringRows[];
	/** Carries over what must stay shut when a backup is restored over a later state. */
	readonly keepShut?: () => Promise<(state: CarryOver) => Promise<void>>;
	/** Columns in which rows refer to blobs, by table. */
	readonly blobColumns?: Readonly<Record<string, readonly string[]>>;
	/** What its keys in the blob store begin with, where they do not hold pictures. */
	readonly blobPrefix?: string;
	/** Its figures for Prometheus. */
	readonly metrics?: () => Promise<(watched: never) => readonly Metric[]>;
	/** What `doctor` examines of it. */
	readonly checks?: () => Promise<readonly Check[]>;
	/** What it refuses, by code. */
	readonly errors?: ErrorCatalogue;
	/** Its endpoints of `/api/v1`. */
	readonly api?: () => Promise<RouteTable<ApiRoute<never>>>;
	/** What its pages call. */
	readonly pages?: () => Promise<{
		readonly routes: PageRoutes;
		readonly handlersOf: (parts: never) => Handlers<PageRoutes>;
	}>;
	/** Its long tasks, by kind. */
	readonly tasks?: () => Promise<Partial<TaskRulesByKind>>;
	/** Its work in the background of a server. */
	readonly works?: () => Promise<(parts: never) => readonly Work[]>;
}
