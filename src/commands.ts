import { uncountRequests } from "./api/limits/shared-windows.ts";
import { billingCommands } from "./billing/commands.ts";
import { catalogueCommands } from "./catalogue/commands.ts";
import { clientCommands } from "./clients/commands.ts";
import { importCommands } from "./imports/commands.ts";
import { leakCommands } from "./leaks/commands.ts";
import { operationsCommands } from "./operations/commands.ts";
import { orderCommands } from "./orders/commands.ts";
import { peopleCommands } from "./people/commands.ts";
import { pictureCommands } from "./pictures/commands.ts";
import { platformCommands } from "./platform/commands.ts";
import { indexCommands } from "./platform/db/command.ts";
import { proposalCommands } from "./proposals/commands.ts";
import { sweep } from "./retention.ts";
import { webhookCommands } from "./webhooks/commands.ts";

/** Every write of the service. */
export const commands = indexCommands([
	sweep,
	uncountRequests,
	...billingCommands,
	...catalogueCommands,
	...clientCommands,
	...importCommands,
	...leakCommands,
	...operationsCommands,
	...orderCommands,
	...peopleCommands,
	...pictureCommands,
	...platformCommands,
	...proposalCommands,
	...webhookCommands,
]);
