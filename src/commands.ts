import { indexCommands } from "./platform/db/command.ts";
import { sweep } from "./retention.ts";
import { rooms } from "./rooms.ts";

/** Every write of the service. */
export const commands = indexCommands([sweep, ...rooms.flatMap(({ commands = [] }) => commands)]);
