import { noticeAllEnded } from "../../src/catalogue/certificates/tell-products.ts";
import { loadConfig } from "../../src/config.ts";
import { openInstallation } from "../../src/installation.ts";

/** A program that notices which certificates ran out, as servers do every half hour, and can be killed. */
const installation = await openInstallation(loadConfig(process.env));
await noticeAllEnded(installation.db, Date.now());
await installation.close();
