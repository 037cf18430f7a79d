// Ends scripts that run the built program with one line where there is none.
import { existsSync } from "node:fs";

if (!existsSync(new URL("../dist/main.js", import.meta.url))) {
	console.error("The program is not built: run `npm run build` first.");
	process.exit(1);
}
