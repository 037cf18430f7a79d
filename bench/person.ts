import { loadConfig } from "../src/config.ts";
import { openInstallation } from "../src/installation.ts";
import { newPerson } from "../test/support/portal.ts";
import type { TestService } from "../test/support/service.ts";
import type { Settings } from "./administration/filling.ts";

/** An administrator who is signed in at the server of a data folder, whether it runs already or not. */
export async function signedInPerson(data: string, port: number, settings: Settings) {
	const installation = await openInstallation(loadConfig({ PACKSHOT_DATA: data, ...settings }));
	const pages = { installation, clock: installation.clock, origin: `http://127.0.0.1:${port}` };
	try {
		const person = { isAdministrator: true, email: "boss@example.com" };
		return await newPerson(pages as unknown as TestService, person);
	} finally {
		await installation.close();
	}
}
