import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { SLOW_PATIENCE_MS } from "./patience.ts";

/** A block of commands in a document. */
interface Block {
	readonly commands: string;
	/** Why it cannot be run, taken from the comment that precedes it in the document. */
	readonly whyNot?: string | undefined;
}

/** Commands of a document up to the next documented output. */
export interface Step {
	readonly commands: string;
	/** The text after `#`; `…` matches anything. */
	readonly output: string;
}

const BLOCK = /(?:<!-- not run: (.+?) -->\n)?^```sh\n([\s\S]*?)^```$/gm;

/** The command blocks of a document, in order. */
export function blocksOf(markdown: string): readonly Block[] {
	return [...markdown.matchAll(BLOCK)].map(([, whyNot, commands = ""]) => ({ commands, whyNot }));
}

/** Splits a block into steps, each ending with its documented output. */
export function stepsOf(commands: string): readonly Step[] {
	const steps: { commands: string; output: string }[] = [];
	for (const line of commands.split("\n").filter((each) => each !== "")) {
		const last = steps.at(-1);
		if (/^#( |$)/.test(line) && last) last.output += `${line.slice(2)}\n`;
		else if (last && last.output === "") last.commands += `\n${line}`;
		else steps.push({ commands: line, output: "" });
	}
	return steps;
}

/** Whether the printed output contains what the document shows of it. */
export function isAsShown(shown: string, printed: string): boolean {
	// The document may wrap a line that the program did not.
	const spaces = (space: string) => (space.includes("\n") ? "\\s*" : "\\s+");
	const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, spaces);
	return new RegExp(shown.trim().split("…").map(literal).join("[\\s\\S]*?")).test(printed);
}

/** The language of each code block in a document, such as `sh`; empty if it has none. */
export function kindsOf(markdown: string): readonly string[] {
	const fences = [...markdown.matchAll(/^```(.*)$/gm)].map(([, kind = ""]) => kind);
	return fences.filter((_, place) => place % 2 === 0);
}

/** Separates the outputs of steps: a character that occurs in no output. */
const MARK = "\u001e";

/** @param ports replacements for the ports used in the document. @returns a script that exits when a command fails, and marks the end of each step */
function scriptOf(steps: readonly Step[], ports: ReadonlyMap<string, string>): string {
	const lines = steps.map(({ commands }) => `${commands}\nprintf '${MARK}'`);
	return withPorts(`set -e -o pipefail\n${lines.join("\n")}\n`, ports);
}

/** Replaces the ports and the example folder in a text. */
export function withPorts(text: string, ports: ReadonlyMap<string, string>): string {
	const told = /\b(?:808[0-2]|9464|127\.0\.0\.1:5432)\b|\/srv\b/g;
	return text.replace(told, (place) => ports.get(place) ?? place);
}

/** Where a document is followed. */
export interface Place {
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	readonly ports: ReadonlyMap<string, string>;
	/** Given the process group of each shell, to which whatever the document leaves running belongs. */
	readonly onShell?: (pid: number) => void;
}

/** Runs the steps in one shell. @returns its exit code, the output of each step, and its stderr */
export async function run(steps: readonly Step[], { cwd, env, ports, onShell }: Place) {
	const shell = spawn("bash", ["-c", scriptOf(steps, ports)], {
		cwd,
		env,
		detached: true,
		timeout: 7 * SLOW_PATIENCE_MS,
		killSignal: "SIGKILL",
	});
	onShell?.(shell.pid ?? 0);
	const printed = { stdout: "", stderr: "" };
	shell.stdout.on("data", (bytes) => {
		printed.stdout += bytes;
	});
	shell.stderr.on("data", (bytes) => {
		printed.stderr += bytes;
	});
	const [code] = await once(shell, "close");
	return { code, outputs: printed.stdout.split(MARK), stderr: printed.stderr };
}

/** Runs the commands of a document, and checks their output against what it shows. */
export async function follow(markdown: string, place: Place): Promise<void> {
	const steps = blocksOf(markdown)
		.filter(({ whyNot }) => whyNot === undefined)
		.flatMap(({ commands }) => stepsOf(commands));
	const { code, outputs, stderr } = await run(steps, place);
	const logs = readdirSync(place.cwd)
		.filter((name) => name.endsWith(".log"))
		.map((name) => readFileSync(join(place.cwd, name), "utf8"));
	const last = steps[outputs.length - 1]?.commands ?? "";
	expect(code, `${last}\n${outputs.at(-1)}\n${stderr}\n${logs.join("\n")}`).toBe(0);
	for (const [index, { commands, output }] of steps.entries()) {
		const printed = outputs[index] ?? "";
		const isRight = isAsShown(withPorts(output, place.ports), printed);
		expect(isRight, `${commands}\nprinted\n${printed}\ninstead of\n${output}`).toBe(true);
	}
}
