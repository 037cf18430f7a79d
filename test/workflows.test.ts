import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

/** The workflows for GitHub, which nobody can run here, and what stands beside them for whoever reports or contributes. */

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(root + file, "utf8");
const manifest = JSON.parse(text("package.json"));

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly "timeout-minutes"?: number;
	readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
	readonly uses?: string;
	readonly steps?: readonly Step[];
}

interface Workflow {
	readonly permissions: object;
	readonly jobs: Readonly<Record<string, Job>>;
}

/** What GitHub's own parser says against a workflow, expressions included. */
async function problemsOf(content: string): Promise<readonly string[]> {
	const { context, value } = parseWorkflow({ name: "it.yml", content }, new NoOperationTraceWriter());
	if (value) await convertWorkflowTemplate(context, value);
	return context.errors.getErrors().map(({ message }) => message);
}

describe.each(readdirSync(`${root}.github/workflows`))("%s", (name) => {
	const content = text(`.github/workflows/${name}`);
	const { permissions, jobs }: Workflow = parse(content);
	const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

	test("is a workflow to GitHub's own parser", async () => {
		expect(await problemsOf(content)).toEqual([]);
		expect(await problemsOf(content.replaceAll("runs-on:", "runs-at:"))).not.toEqual([]);
		expect(await problemsOf(content.replaceAll("${{ github.", "${{ gitlab."))).not.toEqual([]);
	});

	test("uses actions by their commit, with the version beside it, and leaves no token in the checkout", () => {
		const used = content.match(/(?<=uses: )(?!\.\/).*$/gm) ?? [];
		for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
		expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
	});

	test("may read, but for the job that publishes, which runs nothing of the repository", () => {
		expect(permissions).toEqual({ contents: "read" });
		for (const [job, { permissions: more, steps: own = [] }] of Object.entries(jobs)) {
			if (more === undefined) continue;
			expect(job).toBe("publish");
			expect(own.filter(({ uses, run }) => /checkout|npm (run|ci)|node /.test(`${uses} ${run}`))).toEqual([]);
		}
	});

	test("puts no expression into a script, and ends by itself", () => {
		expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
		const own = Object.values(jobs).filter(({ uses }) => uses === undefined);
		for (const job of own) expect(job["timeout-minutes"]).toBeGreaterThan(0);
	});

	test("calls scripts that exist", () => {
		const scripts = steps.flatMap(({ run = "" }) =>
			[...run.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? ""),
		);
		expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
		const files = steps.flatMap(({ run = "" }) => run.match(/(?<=^bash )\S+/gm) ?? []);
		expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
		expect(scripts.length).toBeGreaterThan(0);
	});
});

test("the gate runs on the oldest Node.js and on the one that is recommended; contributors and releases use the oldest", () => {
	const floor = manifest.engines.node.replace(">=", "");
	const [, recommended] = /newer, and (\d+) is recommended/.exec(text("docs/releases.md")) ?? [];
	const gate: Workflow = parse(text(".github/workflows/gate.yml"));
	expect(gate.jobs.gate?.strategy?.matrix.node).toEqual([floor, recommended]);
	expect(text(".nvmrc")).toBe(`${floor}\n`);
	expect(text(".github/workflows/release.yml")).toContain(`image: node:${floor}-bookworm`);
});

test("whoever publishes is named in package.json alone, by `repository` and `bugs`; until then, nowhere", () => {
	const files = [
		"SECURITY.md",
		"CONTRIBUTING.md",
		"README.md",
		"docs/releasing.md",
		...["config", "fault", "wish"].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`),
		".github/pull_request_template.md",
	];
	const address = /github\.com\/[\w-]+\/packshot|mailto:|[\w.+-]+@[\w-]+\.[a-z]{2,}/;
	const named = files.filter((file) => address.test(text(file).replaceAll("github.com/OWNER", "")));
	expect(named).toEqual([]);
	const { repository, bugs } = manifest;
	if (repository === undefined)
		console.info("nobody publishes yet: `repository` and `bugs` of package.json are to be filled in");
	expect(bugs === undefined).toBe(repository === undefined);
	if (repository)
		expect([repository.url, bugs.email]).toEqual([
			expect.stringMatching(/^git\+https:/),
			expect.stringContaining("@"),
		]);
	expect(text("SECURITY.md")).toContain("`bugs.email` of `package.json`");
});

test("the forms of issues have what GitHub needs of them", () => {
	for (const name of ["fault", "wish"]) {
		const form = parse(text(`.github/ISSUE_TEMPLATE/${name}.yml`));
		expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		const ids = form.body.map(({ id }: { id: string }) => id);
		expect(new Set(ids).size).toBe(form.body.length);
		for (const { type, attributes } of form.body) {
			expect(["textarea", "input"]).toContain(type);
			expect(attributes.label).toEqual(expect.any(String));
		}
	}
});
