import type { Browser } from "./portal.ts";
import { greyPicture } from "./proposals.ts";
import type { TestService } from "./service.ts";

/** A case with a file of each kind. @returns its id */
export async function filedCase(packshot: TestService, person: Browser): Promise<string> {
	const leakCase = await person.ask("POST /admin/traces", { body: { name: "A leak" } });
	const { case_id } = leakCase.body;
	const filed = { "preview-1": "image/webp", "evidence-1-1": "image/png", case: "application/x-tar" };
	for (const file of Object.keys(filed))
		await packshot.installation.blobs.put(`cases/${file}`, await greyPicture());
	await packshot.alter(`insert into leak_case_file (case_id, file, content_type, size_bytes, sha256, stored_blob)
		values ${Object.entries(filed)
			.map(([file, type]) => `('${case_id}', '${file}', '${type}', 1, 'x', 'cases/${file}')`)
			.join(", ")}`);
	return case_id;
}
