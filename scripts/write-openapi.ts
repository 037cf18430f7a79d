import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "../src/app.ts";
import { loadConfig } from "../src/config.ts";
import { openInstallation } from "../src/installation.ts";

/** `npm run openapi`: writes docs/openapi.json from the code. A test holds the two against each other. */
const folder = mkdtempSync(join(tmpdir(), "packshot-openapi-"));
const config = loadConfig({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
const installation = await openInstallation(config);
const app = await buildApp({ config, ...installation });
const answer = await app.inject("/openapi.json");
const target = fileURLToPath(new URL("../docs/openapi.json", import.meta.url));
writeFileSync(target, `${JSON.stringify(answer.json(), null, "\t")}\n`);
await app.close();
await installation.close();
rmSync(folder, { recursive: true });
