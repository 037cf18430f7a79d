import { commands } from "../commands.ts";
import { serveWrites } from "../platform/db/sqlite/writer.ts";

serveWrites(commands);
