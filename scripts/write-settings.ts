import { mostUsedSettings, settingsPage } from "../src/settings-table.ts";
import { writeBetweenMarkers } from "./write-between-markers.ts";

/** `npm run settings`: writes the tables of docs/settings.md and of the README from the code. A test compares them. */
writeBetweenMarkers("../docs/settings.md", "settings", settingsPage());
writeBetweenMarkers("../README.md", "settings", mostUsedSettings());
