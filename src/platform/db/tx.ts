import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The handle for queries that stores work with. Inside a command it is bound to the transaction. */
export type Tx = Kysely<Tables>;
