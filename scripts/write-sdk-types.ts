import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sdkTypeFiles } from "./sdk-types.ts";

/** `npm run sdk:types`: writes the SDK's types of bodies and queries from docs/openapi.json. A test checks that they match. */
const root = fileURLToPath(new URL("..", import.meta.url));
const document = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8"));
for (const [file, text] of sdkTypeFiles(document)) writeFileSync(`${root}/sdk/src/${file}`, text);
