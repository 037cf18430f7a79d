import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** What stores are built from: a handle for queries. Inside a command it is the transaction's own. */
export type Tx = Kysely<Tables>;
