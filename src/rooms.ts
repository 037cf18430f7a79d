import { alerts } from "./alerts/room.ts";
import { api } from "./api/room.ts";
import { billing } from "./billing/room.ts";
import { catalogue } from "./catalogue/room.ts";
import { clients } from "./clients/room.ts";
import { imports } from "./imports/room.ts";
import { labels } from "./labels/room.ts";
import { leaks } from "./leaks/room.ts";
import { operations } from "./operations/room.ts";
import { orders } from "./orders/room.ts";
import { pages } from "./pages/room.ts";
import { payments } from "./payments/room.ts";
import { people } from "./people/room.ts";
import { pictures } from "./pictures/room.ts";
import { platform } from "./platform/room.ts";
import { proposals } from "./proposals/room.ts";
import type { Room } from "./room.ts";
import { storefront } from "./storefront/room.ts";
import { webhooks } from "./webhooks/room.ts";

const list = [
	platform,
	api,
	pages,
	people,
	clients,
	billing,
	payments,
	catalogue,
	alerts,
	pictures,
	leaks,
	imports,
	proposals,
	labels,
	orders,
	webhooks,
	storefront,
	operations,
] as const;
type EveryRoom = (typeof list)[number];

/** Every room of the house: the only list in which a room is entered. */
export const rooms: readonly Room[] = list;

/** Columns in which rows of any room refer to blobs, by table. */
export const blobColumns: Readonly<Record<string, readonly string[]>> = Object.assign(
	{},
	...rooms.map((room) => room.blobColumns),
);

/** What the rooms that declare something under a name declare. */
export type Declared<Name extends string> = EveryRoom extends infer R
	? R extends { readonly [N in Name]: infer What }
		? What
		: never
	: never;

export type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
	all: infer All,
) => void
	? All
	: never;
