import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "../src/app.ts";
import { loadConfig } from "../src/config.ts";
import { openInstallation } from "../src/installation.ts";
import { actionNamesFile } from "./action-names.ts";
import { formatted } from "./formatted.ts";

/** `npm run openapi`: writes docs/openapi.json and the names of the billable actions from the code. Tests check that they match. */
const folder = mkdtempSync(join(tmpdir(), "packshot-openapi-"));
const config = loadConfig({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
const installation = await openInstallation(config);
const app = await buildApp({ config, ...installation });
const answer = await app.inject("/openapi.json");
const root = fileURLToPath(new URL("..", import.meta.url));
writeFileSync(`${root}/docs/openapi.json`, formatted("openapi.json", JSON.stringify(answer.json())));
writeFileSync(`${root}/web/src/format/action-names.ts`, actionNamesFile());
await app.close();
await installation.close();
rmSync(folder, { recursive: true });
