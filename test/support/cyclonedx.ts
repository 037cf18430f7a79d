import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";

/** Where a bill of materials differs from the schema that its format is published with. */
export function problemsOf(bom: object): readonly unknown[] {
	const library = dirname(
		createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json"),
	);
	const schema = (name: string) =>
		JSON.parse(readFileSync(join(library, `res/schema/${name}.SNAPSHOT.schema.json`), "utf8"));
	const ajv = new Ajv({ strict: false, validateFormats: false });
	for (const name of ["spdx", "jsf-0.82"])
		ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
	ajv.validate(schema("bom-1.5"), bom);
	return ajv.errors ?? [];
}
