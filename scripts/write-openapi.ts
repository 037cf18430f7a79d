import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { apiDescription } from "../src/api/openapi.ts";
import { apiErrorCatalogue } from "../src/errors.ts";
import { openApiDocument } from "../src/platform/http/openapi.ts";
import { apiRoutes } from "../test/support/routes.ts";
import { actionNamesFile } from "./action-names.ts";
import { formatted } from "./formatted.ts";

/** `npm run openapi`: writes docs/openapi.json and the names of the billable actions from the code. Tests check that they match. */
const root = fileURLToPath(new URL("..", import.meta.url));
const document = JSON.stringify(openApiDocument(apiRoutes, apiDescription(apiErrorCatalogue)));
writeFileSync(`${root}/docs/openapi.json`, formatted("openapi.json", document));
writeFileSync(`${root}/web/src/format/action-names.ts`, actionNamesFile());
